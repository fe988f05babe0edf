/** Short messages. */
export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'attention' | 'failed' | 'plain';
  readonly text: string;
  /** The time by the monotonic clock. */
  readonly at: number;
  /** True for a response to a key press, which disappears when the view changes. */
  readonly isKeyResponse?: boolean;
}

/** A toast or an error in the message log. */
export interface Message {
  readonly tone: Toast['tone'];
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ToastOptions {
  /** True for the response to a key press, which has no meaning in another view. Default: false. */
  readonly isKeyResponse?: boolean;
}
