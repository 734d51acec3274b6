// Every address and the view that it shows. Views that a first visit does not need are fetched when they are.

import { overview } from '../view/overview.js';

/** A view whose file is fetched when it is first shown. */
function later(title, file, name) {
  let module;
  const fetched = async () => (module ??= await import(file))[name];
  return {
    title: (at) => (module ? module[name].title(at) : title),
    load: async (at) => (await fetched()).load?.(at) ?? {},
    render: (data, context) => module[name].render(data, context),
    get events() {
      return module?.[name].events;
    },
    get usesOverview() {
      return module?.[name].usesOverview;
    },
    apply: (...given) => module[name].apply?.(...given),
    concerns: (...given) => module[name].concerns?.(...given) ?? true,
  };
}

export const routes = [
  { path: '/', view: overview },
  { path: '/jobs', view: later('Jobs', '../view/jobs.js', 'jobs') },
  { path: '/jobs/:id', view: later('Job', '../view/job.js', 'job') },
  { path: '/submit', view: later('Submit a job', '../view/submit.js', 'submit') },
  { path: '/standing', view: later('Standing jobs', '../view/standing.js', 'standing') },
  { path: '/alerts', view: later('Alerts', '../view/alerts.js', 'alerts') },
  { path: '/streams', view: later('Streams of changes', '../view/streams.js', 'streams') },
  { path: '/graphs', view: later('Graphs', '../view/graphs.js', 'graphs') },
  { path: '/graphs/:id', view: later('Graph', '../view/graph.js', 'graph') },
  { path: '/dead-letters', view: later('Dead letters', '../view/dead-letters.js', 'deadLetters') },
  { path: '/dead-letters/:position', view: later('Dead letter', '../view/dead-letter.js', 'deadLetter') },
  { path: '/workers', view: later('Workers', '../view/workers.js', 'workers') },
  { path: '/lanes', view: later('Lanes and devices', '../view/lanes.js', 'lanes') },
  { path: '/partitions', view: later('Partitions and lag', '../view/partitions.js', 'partitions') },
  { path: '/configuration', view: later('Configuration', '../view/configuration.js', 'configuration') },
  { path: '/build', view: later('Build', '../view/build.js', 'build') },
];
