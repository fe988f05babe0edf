/** Copies through the terminal (OSC 52): works over ssh, where no other clipboard is available. */

export type CopyOutcome =
  /** Copied into tmux, with a confirmation. `isRelayed`: tmux passes the text on to the outer terminal. */
  | {readonly result: 'copied'; readonly isRelayed: boolean}
  /** Sent without a confirmation: terminals don't confirm OSC 52, and a multiplexer may drop it. */
  | {readonly result: 'sent'; readonly through: Multiplexer}
  /** `limit` is in bytes of UTF-8. */
  | {readonly result: 'too-large'; readonly limit: number}
  /** No terminal is attached. */
  | {readonly result: 'unavailable'};

/**
 * The maximum of UTF-8 bytes for a clipboard. xterm and tmux stop reading near 100,000 base64 characters; beyond that
 * the clipboard would hold a part.
 */
export const MAX_CLIPBOARD_BYTES = 74_000;

export type Multiplexer = 'tmux' | 'screen' | undefined;

/** GNU screen forwards strings of at most 768 bytes, each in its own wrapper. */
const SCREEN_CHUNK = 700;

/** The bytes that ask the terminal to put `text` on the clipboard; undefined if it is too large. */
export function clipboardBytes(text: string, multiplexer: Multiplexer): string | undefined {
  const content = Buffer.from(text, 'utf8');
  if (content.length > MAX_CLIPBOARD_BYTES) return undefined;
  return wrap(`\x1b]52;c;${content.toString('base64')}\x07`, multiplexer);
}

function wrap(sequence: string, multiplexer: Multiplexer): string {
  if (multiplexer === 'tmux') {
    // Plain for tmux with `set-clipboard on`, wrapped for tmux with `allow-passthrough`: one of them reaches the
    // terminal.
    return sequence + wrapForMultiplexer(sequence, 'tmux');
  }
  return wrapForMultiplexer(sequence, multiplexer);
}

/** The sequence for the terminal outside of the multiplexer, wrapped so that it passes through. */
export function wrapForMultiplexer(sequence: string, multiplexer: Multiplexer): string {
  if (multiplexer === 'tmux') return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  if (multiplexer !== 'screen') return sequence;
  let bytes = '';
  for (let at = 0; at < sequence.length; at += SCREEN_CHUNK)
    bytes += `\x1bP${sequence.slice(at, at + SCREEN_CHUNK)}\x1b\\`;
  return bytes;
}
