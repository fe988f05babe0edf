import {PassThrough} from 'node:stream';
import {expect, onTestFinished, test} from 'vitest';
import {StreamLineIO} from './line-io.ts';

test('a character whose bytes arrive in two chunks is decoded as one', async () => {
  const input = new PassThrough();
  const lines = new StreamLineIO({input, output: {write: () => true}, interrupts: () => () => {}});
  onTestFinished(() => lines.close());
  const answer = lines.ask('> ');
  const bytes = Buffer.from('find Zürich\n');
  const middle = bytes.indexOf(0xc3) + 1;
  input.write(bytes.subarray(0, middle));
  input.write(bytes.subarray(middle));
  expect(await answer).toBe('find Zürich');
});

test('backspace in a hidden answer deletes a whole emoji', async () => {
  const input = Object.assign(new PassThrough(), {isTTY: true as const, setRawMode: () => input as never});
  const lines = new StreamLineIO({input, output: {write: () => true}, interrupts: () => () => {}});
  onTestFinished(() => lines.close());
  const answer = lines.askSecret('Token: ');
  input.write('pass👩‍🚀\x7f\x7fs\r');
  expect(await answer).toBe('pass');
});

test('bug: words were broken at the edge of the terminal', () => {
  let written = '';
  const output = {
    isTTY: true as const,
    columns: 30,
    write(text: string) {
      written += text;
      return true;
    },
  };
  const lines = new StreamLineIO({input: new PassThrough(), output, interrupts: () => () => {}});
  onTestFinished(() => lines.close());
  lines.say('Clients that use the old password lose access.');
  expect(written).toBe('Clients that use the old\npassword lose access.\n');
  written = '';
  void lines.ask('Type the name of the volume to delete it: ');
  expect(written).toBe('Type the name of the volume to\ndelete it: ');
  written = '';
  // Users copy a command, so its line is not wrapped.
  lines.print('curl -X POST https://api.example.com/v4/volumes');
  expect(written).toBe('curl -X POST https://api.example.com/v4/volumes\n');
});

test('bug: long lines in a pipe were broken', () => {
  let written = '';
  const write = (text: string) => {
    written += text;
    return true;
  };
  const lines = new StreamLineIO({input: new PassThrough(), output: {write, columns: 30}, interrupts: () => () => {}});
  onTestFinished(() => lines.close());
  lines.say('Clients that use the old password lose access.');
  expect(written).toBe('Clients that use the old password lose access.\n');
});
