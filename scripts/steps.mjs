// @ts-check
/** Runs steps in parallel, and reports each one: a passed step with a line, a failed one with its output. */
import {spawn} from 'node:child_process';
import {availableParallelism} from 'node:os';
import {delimiter, join} from 'node:path';

/** @typedef {{ok: boolean, output: string}} Outcome */
/** @typedef {{name: string, alone: string, run: () => Promise<Outcome>}} Step `alone` is the command that shows it in full */

const SHOWN_LINES = 60;

/**
 * @param {string} name
 * @param {string} command a program of this project or of the system
 * @param {string[]} args
 * @returns {Step}
 */
export function command(name, command, args) {
  return {name, alone: ['npx', command, ...args].join(' '), run: () => run(command, args)};
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {'pipe' | 'inherit'} [output] `inherit` shows it as it comes
 * @returns {Promise<Outcome>}
 */
export function run(command, args, output = 'pipe') {
  const env = {...process.env, PATH: [join(process.cwd(), 'node_modules/.bin'), process.env.PATH].join(delimiter)};
  return new Promise(resolve => {
    const child = spawn(command, args, {env, stdio: ['ignore', output, output]});
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', data => {
      text += data;
    });
    child.stderr?.setEncoding('utf8').on('data', data => {
      text += data;
    });
    child.on('error', error => resolve({ok: false, output: `${command}: ${error.message}`}));
    child.on('close', (code, signal) => {
      resolve({ok: code === 0, output: signal ? `${text}\n${command} was ended by ${signal}` : text});
    });
  });
}

/**
 * @param {Step[]} steps
 * @returns {Promise<boolean>} whether all passed
 */
export async function report(steps) {
  const waiting = [...steps];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const start = performance.now();
      const {ok, output} = await step.run().catch(error => ({ok: false, output: String(error?.stack ?? error)}));
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${ok ? 'ok    ' : 'FAILED'}  ${step.name.padEnd(18)} ${seconds.padStart(5)} s`);
      if (!ok) {
        failed.push(step.name);
        console.log(`\n${excerpt(output, step.alone)}\n`);
      }
    }
  };
  await Promise.all(Array.from({length: Math.max(2, availableParallelism())}, worker));
  if (failed.length > 0) console.log(`${failed.length} of ${steps.length} checks failed: ${failed.join(', ')}`);
  else console.log(`${steps.length} checks passed`);
  return failed.length === 0;
}

/**
 * @param {string} output
 * @param {string} alone
 */
function excerpt(output, alone) {
  const lines = output.trim().split('\n');
  const rest = lines.length - SHOWN_LINES;
  if (rest > 0) lines.splice(SHOWN_LINES, rest, `… and ${rest} more lines: ${alone}`);
  return lines.map(line => `        ${line}`).join('\n');
}
