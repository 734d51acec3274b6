// The hash of a secret that a job is cancelled with.

/** Whether this page may make hashes: browsers allow it over TLS and on loopback addresses. */
export function canHash() {
  return Boolean(globalThis.crypto?.subtle);
}

/** SHA-256 of the UTF-8 bytes of a secret, in base 64; empty for none. */
export async function hashOf(secret) {
  if (!secret) {
    return '';
  }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
