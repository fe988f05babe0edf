/** Short messages. */
export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'attention' | 'failed' | 'plain';
  readonly text: string;
  /** The time by the monotonic clock. */
  readonly at: number;
  /** True for the answer to a key, which disappears with the view. */
  readonly isKeyResponse?: true;
}

/** A toast or an error, kept so that it can be read again. */
export interface Message {
  readonly tone: Toast['tone'];
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
