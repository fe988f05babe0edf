/** `npm run record -- URL TOKEN-FILE FILE`: reads an account through every reading operation into a recording. */
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {setTimeout} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {record} from '../record.ts';
import {formatRecorded} from '../recording.ts';

const usage = `npm run record -- [options] URL TOKEN-FILE FILE

  URL              the API, such as https://api.example.com/v4
  TOKEN-FILE       a file that holds an access token; read-only scopes are enough
  FILE             the recording; an existing file is not overwritten
  --brand WORD     the provider's ID prefix
  --acronym WORD   the provider's short name of its Kubernetes product
  --rows N         rows of each list to look into (default 2)
  --pages N        pages of each list (default 3)
  --requests N     stop after this many requests (default 3000)
  --help           this text`;

const text = {type: 'string'} as const;
const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {brand: text, acronym: text, rows: text, pages: text, requests: text, help: {type: 'boolean'}},
});
const [baseUrl, tokenFile, file, ...rest] = positionals;
const counts = [values.rows, values.pages, values.requests].map(given => (given === undefined ? 1 : Number(given)));

if (values.help) console.log(usage);
else if (
  baseUrl === undefined ||
  tokenFile === undefined ||
  file === undefined ||
  rest.length > 0 ||
  counts.some(count => !Number.isInteger(count) || count < 1)
) {
  console.error(usage);
  process.exitCode = 2;
} else process.exitCode = await write(baseUrl, tokenFile, file);

/** @returns the exit code */
async function write(url: string, tokenPath: string, path: string): Promise<number> {
  const {brand, acronym, rows, pages, requests} = values;
  const count = (given: string | undefined) => (given === undefined ? undefined : Number(given));
  try {
    // Fails before the first request when the file exists, and keeps the file from other users.
    writeFileSync(path, '', {flag: 'wx', mode: 0o600});
  } catch (error) {
    return failed(error);
  }
  try {
    const answers = await record({
      baseUrl: url,
      token: readFileSync(tokenPath, 'utf8').trim(),
      brand,
      acronym,
      rows: count(rows),
      pages: count(pages),
      maxRequests: count(requests),
      pause: setTimeout,
      tell: line => console.log(line),
    });
    writeFileSync(path, answers.map(formatRecorded).join(''));
    console.log(`${path}: ${answers.length} answers. Secrets are masked. Names, addresses and texts are not.`);
    return 0;
  } catch (error) {
    // An empty file would be in the way of the next try.
    rmSync(path);
    return failed(error);
  }
}

function failed(error: unknown): number {
  console.error(`record: ${error instanceof Error ? error.message : error}`);
  return 1;
}
