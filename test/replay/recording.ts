/** The format of a recording: NDJSON, one answer of the API per line. */

/** One answer, as the API gave it. Its path has the version segment and the query: `/v4/volumes?page=1`. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Those that mean something to a client, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON answer. */
  readonly body?: unknown;
  /** Any other answer, in base64. */
  readonly bytes?: string;
}

/** A line that cannot be read; the message names the file and the line. */
export class RecordingError extends Error {}

/**
 * Blank lines are allowed.
 * @throws RecordingError
 */
export function parseRecording(text: string, file: string): readonly Recorded[] {
  const answers: Recorded[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const refuse = (reason: string) => new RecordingError(`${file}:${index + 1}: ${reason}`);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw refuse('The line is not JSON.');
    }
    const problem = problemOf(value);
    if (problem) throw refuse(problem);
    answers.push(value as Recorded);
  }
  return answers;
}

export const formatRecorded = (answer: Recorded): string => `${JSON.stringify(answer)}\n`;

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The line is not an object.';
  const {method, path, status, headers, bytes} = value as Record<string, unknown>;
  if (typeof method !== 'string') return '`method` must be text.';
  if (typeof path !== 'string' || !path.startsWith('/')) return '`path` must be text that starts with a slash.';
  if (!Number.isInteger(status) || Number(status) < 200 || Number(status) > 599)
    return '`status` must be an HTTP status, 200 to 599.';
  const areTexts =
    typeof headers === 'object' && headers !== null && Object.values(headers).every(text => typeof text === 'string');
  if (headers !== undefined && !areTexts) return '`headers` must be an object of texts.';
  if (bytes !== undefined && typeof bytes !== 'string') return '`bytes` must be text in base64.';
  return undefined;
}
