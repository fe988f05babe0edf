/** Removes secrets from texts, because a server may echo them. */

/** A shorter secret can be part of ordinary words, so only whole words are masked. */
const minSubstringLength = 8;

export function maskSecret(text: string, secret: string): string {
  // Case-insensitive, because servers return host names in lower case.
  if (secret === '' || !text.toLowerCase().includes(secret.toLowerCase())) return text;
  const literal = secret.replace(/\W/g, '\\$&');
  const pattern = secret.length < minSubstringLength ? `(?<![\\w-])${literal}(?![\\w-])` : literal;
  return text.replace(new RegExp(pattern, 'gi'), '***');
}
