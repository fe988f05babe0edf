/** Copying through the terminal (OSC 52): works over ssh, where no other clipboard is in reach. */

export type CopyOutcome =
  | {readonly copied: true}
  /** `limit` is in bytes of UTF-8. */
  | {readonly copied: false; readonly reason: 'too-large'; readonly limit: number};

/**
 * Bytes of UTF-8 that a clipboard takes. xterm and tmux stop reading near 100,000 base64 characters; beyond that the
 * clipboard would hold a part.
 */
export const CLIPBOARD = 74_000;

export type Multiplexer = 'tmux' | 'screen' | undefined;

/** GNU screen forwards strings of at most 768 bytes, each in its own wrapper. */
const SCREEN_CHUNK = 700;

/** The bytes that put `text` on the clipboard, or why not. */
export function clipboardBytes(text: string, multiplexer: Multiplexer): {bytes: string; outcome: CopyOutcome} {
  const content = Buffer.from(text, 'utf8');
  if (content.length > CLIPBOARD) return {bytes: '', outcome: {copied: false, reason: 'too-large', limit: CLIPBOARD}};
  return {bytes: wrap(`\x1b]52;c;${content.toString('base64')}\x07`, multiplexer), outcome: {copied: true}};
}

function wrap(sequence: string, multiplexer: Multiplexer): string {
  if (multiplexer === 'tmux') {
    // Plain for tmux with `set-clipboard on`, wrapped for tmux with `allow-passthrough`: either reaches the terminal.
    return sequence + passed(sequence, 'tmux');
  }
  return passed(sequence, multiplexer);
}

/** The sequence for the terminal around the multiplexer, which is asked to let it through. */
export function passed(sequence: string, multiplexer: Multiplexer): string {
  if (multiplexer === 'tmux') return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (multiplexer !== 'screen') return sequence;
  let bytes = '';
  for (let at = 0; at < sequence.length; at += SCREEN_CHUNK)
    bytes += `\x1bP${sequence.slice(at, at + SCREEN_CHUNK)}\x1b\\`;
  return bytes;
}
