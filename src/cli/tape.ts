/** A connection that keeps what was said of one operation: the answer and the failure that a change reports in words only. */
import type {Connection, Outgoing} from '../store/connection.ts';

export interface Tape {
  /** The request as it was put together last, and its body before it was written down. */
  outgoing?: Outgoing;
  body?: unknown;
  answer?: unknown;
  failure?: unknown;
  /** Requests on their way. */
  readonly running: Set<Promise<unknown>>;
}

export const newTape = (): Tape => ({running: new Set()});

export function taped(connection: Connection, operation: string, tape: Tape): Connection {
  const follow = <T>(work: Promise<T>): Promise<T> => {
    const ended = work.then(
      () => {},
      () => {},
    );
    tape.running.add(ended);
    void ended.then(() => tape.running.delete(ended));
    return work;
  };
  return {
    ...connection,
    async call(endpoint, request) {
      const work = follow(connection.call(endpoint, request));
      if (endpoint.id !== operation) return work;
      try {
        tape.answer = await work;
        return tape.answer;
      } catch (error) {
        tape.failure = error;
        throw error;
      }
    },
    async preview(endpoint, request) {
      const outgoing = await connection.preview(endpoint, request);
      tape.outgoing = outgoing;
      tape.body = request.body;
      return outgoing;
    },
    page: (endpoint, request) => follow(connection.page(endpoint, request)),
    pages: (endpoint, request, take) => follow(connection.pages(endpoint, request, take)),
    listing: (endpoint, request, take) => follow(connection.listing(endpoint, request, take)),
  };
}

/** Resolves when nothing is on its way any more, and nothing follows from what came. */
export async function quiet({running}: Tape, yieldToLoop: () => Promise<void>): Promise<void> {
  for (let still = 0; still < 2; still++) {
    await yieldToLoop();
    if (running.size === 0) continue;
    await Promise.all(running);
    still = -1;
  }
}
