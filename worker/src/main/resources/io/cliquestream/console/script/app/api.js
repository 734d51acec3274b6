// Calls of the worker's API (its document: /api/v1/openapi.yaml). Every failure is an ApiError with the stable code
// and the sentence that the worker gave.

import { credentials } from './session.js';

export const API = '/api/v1';
const LIMIT_MILLIS = 20_000;

/** What the API refused, or why it could not be asked. */
export class ApiError extends Error {
  /** @param status of HTTP, 0 when there was no answer */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Reads. */
export function read(path, query, signal) {
  const kept = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(kept).toString();
  return call('GET', path + (search ? `?${search}` : ''), undefined, signal);
}

/** Acts. */
export function act(path, body = {}) {
  return call('POST', path, body);
}

/** A path with names in it, each encoded. */
export function at(...parts) {
  return '/' + parts.map((part) => encodeURIComponent(part)).join('/');
}

async function call(method, path, body, signal) {
  const limit = AbortSignal.timeout(LIMIT_MILLIS);
  let response;
  let text;
  try {
    response = await fetch(API + path, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...credentials() },
      body: body && JSON.stringify(body),
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    const late = limit.aborted;
    throw new ApiError(0, late ? 'NO_ANSWER' : 'NOT_REACHED', late ? `The worker did not answer within ${LIMIT_MILLIS / 1000} s.` : 'The worker cannot be reached.');
  }
  if (response.ok) {
    return JSON.parse(text);
  }
  throw failure(response.status, text);
}

/** The error that an answer carries. */
export function failure(status, text) {
  try {
    const { error } = JSON.parse(text);
    return new ApiError(status, error.code, error.message);
  } catch {
    return new ApiError(status, `HTTP_${status}`, `The worker answered with status ${status}.`);
  }
}
