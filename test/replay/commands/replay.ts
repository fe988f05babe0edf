/** `npm run replay -- FILE…`: serves recordings on loopback until a signal ends it. */
import {readFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {parseRecording} from '../recording.ts';
import {replay} from '../server.ts';

const usage = `npm run replay -- [options] FILE…

  --port N   port to listen on; 0 picks a free one (default 4401)
  --help     this text`;

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {port: {type: 'string', default: '4401'}, help: {type: 'boolean'}},
});
const port = Number(values.port);

if (values.help) console.log(usage);
else if (positionals.length === 0 || !Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(usage);
  process.exitCode = 2;
} else process.exitCode = await serve();

/** @returns the exit code */
async function serve(): Promise<number> {
  try {
    const answers = positionals.flatMap(file => parseRecording(readFileSync(file, 'utf8'), file));
    const server = await replay(answers, {port});
    console.log(`Listening on ${server.url}, read-only, ${answers.length} answers. Any token will do:`);
    console.log(`  SKYDECK_TOKEN=any npm start -- --base-url ${server.url} --read-only`);
    console.log('Add --brand WORD when the recording has the ID prefix WORD. ctrl-c ends the server.');
    await new Promise<void>(resolve => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => resolve());
    });
    await server.close();
    list('The recording has no answer to', server.missing);
    list('Refused', server.refused);
    return 0;
  } catch (error) {
    console.error(`replay: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

function list(title: string, requests: ReadonlyMap<string, number>): void {
  if (requests.size === 0) return;
  console.log(`${title}:`);
  for (const [request, count] of requests) console.log(`  ${count} × ${request}`);
}
