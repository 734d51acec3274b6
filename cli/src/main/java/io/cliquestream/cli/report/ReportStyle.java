package io.cliquestream.cli.report;

/** How the page looks, on screens bright and dark and on paper. */
final class ReportStyle {
  static final String CSS =
      """
      :root { color-scheme: light dark; --ground: #f6f7f9; --paper: #ffffff; --ink: #1b2430;
        --soft: #64707f; --line: #e1e5ea; --accent: #1768ac; --accent-soft: #9cc4e4; --warm: #d9722e; }
      @media (prefers-color-scheme: dark) { :root { --ground: #12171d; --paper: #1b222b; --ink: #e7ecf2;
        --soft: #98a5b3; --line: #2e3843; --accent: #58a6dd; --accent-soft: #2f5878; --warm: #f0954f; } }
      * { box-sizing: border-box; }
      body { margin: 0; background: var(--ground); color: var(--ink);
        font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
      main { max-width: 860px; margin: 0 auto; padding: 32px 20px 64px; }
      .product { margin: 0; color: var(--accent); font-weight: 600; letter-spacing: .08em;
        text-transform: uppercase; font-size: 12px; }
      h1 { margin: 2px 0 0; font-size: 32px; line-height: 1.2; }
      h2 { margin: 0 0 14px; font-size: 17px; }
      .source { margin: 4px 0 22px; color: var(--soft); overflow-wrap: anywhere; }
      section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px;
        padding: 20px 22px; margin: 0 0 18px; break-inside: avoid; }
      .cards { display: flex; flex-wrap: wrap; gap: 1px; padding: 0; background: var(--line);
        overflow: hidden; }
      .card { flex: 1 1 130px; background: var(--paper); padding: 14px 18px; }
      .card .value { display: block; font-size: 21px; font-weight: 600; overflow-wrap: anywhere;
        font-variant-numeric: tabular-nums; }
      .card .name { color: var(--soft); font-size: 13px; }
      .warning { background: var(--warm); color: #fff; border-radius: 8px; padding: 10px 16px; }
      svg { display: block; width: 100%; height: auto; }
      svg text { fill: var(--ink); font-size: 13px; }
      .bars rect { fill: var(--accent); }
      .bars .label { text-anchor: end; }
      .bars .number { fill: var(--soft); font-variant-numeric: tabular-nums; }
      .bars .note { fill: var(--soft); font-size: 11px; }
      .pattern line { stroke: var(--soft); stroke-width: 1.4; }
      .pattern circle { fill: var(--warm); }
      .shape { max-width: 150px; }
      .neighborhood { max-width: 620px; margin: 0 auto; }
      .neighborhood text { font-size: 11px; }
      .neighborhood .around { stroke: var(--line); }
      .neighborhood .tie { stroke: var(--accent-soft); stroke-opacity: .55; }
      .neighborhood .within { stroke: var(--warm); stroke-width: 1.8; }
      .neighborhood .focus circle { fill: var(--warm); stroke: var(--paper); stroke-width: 2; }
      .neighborhood .focus text { font-weight: 600; paint-order: stroke; stroke: var(--paper);
        stroke-width: 3px; }
      .neighborhood .neighbor circle { fill: var(--accent); stroke: var(--paper); }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: 5px 14px 5px 0;
        border-top: 1px solid var(--line); }
      tr:first-child > * { border-top: 0; }
      th { font-weight: 500; color: var(--soft); white-space: nowrap; width: 30%; }
      pre { margin: 0; font: 13px/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
        white-space: pre-wrap; overflow-wrap: anywhere; }
      .command { background: var(--ground); border-radius: 6px; padding: 12px 14px; }
      .times { display: flex; height: 18px; border-radius: 5px; overflow: hidden; }
      .times span { min-width: 1px; }
      .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0;
        margin: 10px 0 0; font-variant-numeric: tabular-nums; }
      .legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px;
        margin-right: 7px; }
      .t0 { background: #4c9f70; } .t1 { background: #8abf6a; } .t2 { background: #e0b23c; }
      .t3 { background: var(--accent); } .t4 { background: var(--line); }
      .note { color: var(--soft); font-size: 13px; margin: 10px 0 0; }
      @media print { body { background: #fff; } section { border-color: #ccc; } }
      """;

  private ReportStyle() {}
}
