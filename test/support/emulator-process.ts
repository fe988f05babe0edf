/** The built emulator as a process of its own, for tests of the built console. */
import {spawn} from 'node:child_process';
import {onTestFinished} from 'vitest';
import {skydeck} from './pty.ts';

export interface EmulatorProcess {
  readonly url: string;
  readonly token: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

/** An emulator that ends with the test. @param options further options of `skydeck emulator` */
export async function startEmulatorProcess(...options: string[]): Promise<EmulatorProcess> {
  const served = await startSharedEmulatorProcess(...options);
  onTestFinished(served.kill);
  return served;
}

/** An emulator for several tests, which must kill it. */
export async function startSharedEmulatorProcess(...options: string[]): Promise<EmulatorProcess> {
  const token = 'a-token-for-this-test';
  const [file, ...args] = skydeck(['emulator', '--port', '0', '--token', token, ...options]);
  // The child has none of the test run's streams open: it may outlive a killed test, and a reader would wait for it.
  const child = spawn(file, args, {stdio: ['ignore', 'pipe', 'pipe']});
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const url = await new Promise<string>((resolve, reject) => {
    let [text, errors] = ['', ''];
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    child.stdout.on('data', (data: Buffer) => {
      text += data.toString();
      const found = /listening on (\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', code => reject(new Error(`the emulator ended with ${code}: ${errors}`)));
  });
  return {url, token, kill};
}
