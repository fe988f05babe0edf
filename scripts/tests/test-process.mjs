// @ts-check
/** A process that runs tests for `mutate.mjs`. It is replaced when a run takes too long, and when the process fails. */
import {fork} from 'node:child_process';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

export class TestProcess {
  #module;
  #words;
  #maxRunMs;
  /** @type {ChildProcess} */
  #child;

  /**
   * @param {string} module the file of the program
   * @param {readonly string[]} words its arguments
   * @param {number} maxRunMs the time after which a run counts as failed: a mutant can make a loop endless
   */
  constructor(module, words, maxRunMs) {
    this.#module = module;
    this.#words = words;
    this.#maxRunMs = maxRunMs;
    this.#child = this.#start();
  }

  #start() {
    return fork(this.#module, this.#words, {stdio: ['ignore', 'ignore', 'inherit', 'ipc']});
  }

  #restart() {
    this.#child.kill('SIGKILL');
    this.#child = this.#start();
  }

  /**
   * @param {string} changed
   * @param {readonly string[]} tests
   * @returns {Promise<readonly string[]>} the failures
   * @throws Error if the process ends before it has a result
   */
  run(changed, tests) {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit);
      };
      const onMessage = (/** @type {unknown} */ failed) => {
        finish();
        resolve(/** @type {string[]} */ (failed));
      };
      const onExit = (/** @type {number | null} */ code, /** @type {string | null} */ signal) => {
        finish();
        this.#restart();
        reject(new Error(`the process of the tests ended with ${signal ?? `code ${code}`}`));
      };
      const timer = setTimeout(() => {
        finish();
        this.#restart();
        resolve(['too slow']);
      }, this.#maxRunMs);
      child.once('message', onMessage).once('exit', onExit);
      child.send({changed, tests});
    });
  }

  /** Reports a changed file before the next run. @param {string} path */
  invalidate(path) {
    if (this.#child.connected) this.#child.send({changed: path});
  }

  stop() {
    this.#child.kill('SIGKILL');
  }
}
