/** Texts that the API sends as Base64. */

/** The decoded text; a text that isn't Base64 is returned unchanged. */
export function decodedText(base64: string | undefined): string | undefined {
  if (typeof base64 !== 'string') return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    return base64;
  }
}
