/** Removes secrets from texts that a server may have echoed. */

/** A shorter secret occurs inside of ordinary words: it is masked only as a word of its own. */
const minSubstringLength = 8;

export function maskSecret(text: string, secret: string): string {
  // A host name comes back in lower case.
  if (secret === '' || !text.toLowerCase().includes(secret.toLowerCase())) return text;
  const literal = secret.replace(/\W/g, '\\$&');
  const pattern = secret.length < minSubstringLength ? `(?<![\\w-])${literal}(?![\\w-])` : literal;
  return text.replace(new RegExp(pattern, 'gi'), '***');
}
