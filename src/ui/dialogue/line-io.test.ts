import {PassThrough} from 'node:stream';
import {expect, onTestFinished, test} from 'vitest';
import {openLineIO} from './line-io.ts';

test('a character whose bytes come in two pieces is one', async () => {
  const input = new PassThrough();
  const lines = openLineIO({input, output: {write: () => true}, interrupts: () => () => {}});
  onTestFinished(() => lines.close());
  const asked = lines.ask('> ');
  const bytes = Buffer.from('find Zürich\n');
  const middle = bytes.indexOf(0xc3) + 1;
  input.write(bytes.subarray(0, middle));
  input.write(bytes.subarray(middle));
  expect(await asked).toBe('find Zürich');
});
