import {spawnSync} from 'node:child_process';
import {EventEmitter} from 'node:events';
import {fileURLToPath} from 'node:url';
import {cachedDataVersionTag} from 'node:v8';
import type {Dispatcher} from 'undici';
import {expect, test} from 'vitest';
import {keepParserSmall} from './parser-memory.ts';

test('V8 has its default flags again after the first connection, so that later code comes from the compile cache', () => {
  const dispatcher = new EventEmitter() as unknown as Dispatcher;
  // An earlier test in this process may have opened a client that never connected.
  keepParserSmall(dispatcher);
  dispatcher.emit('connect', new URL('http://127.0.0.1'), []);
  const before = cachedDataVersionTag();
  keepParserSmall(dispatcher);
  expect(cachedDataVersionTag()).not.toBe(before);
  dispatcher.emit('connect', new URL('http://127.0.0.1'), []);
  expect(cachedDataVersionTag()).toBe(before);
});

test.each([
  ['the parser of responses', './parser-memory.ts', 'keepParserSmall({once: (_, run) => run()})'],
  ['the heap of a stream', '../../platform/runtime/heap-growth.ts', 'limitHeapGrowth()'],
])('Node prints no message about an unknown flag for %s', (_, path, call) => {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const name = call.slice(0, call.indexOf('('));
  const code = `import {${name}} from ${JSON.stringify(file)}; ${call}; console.log('done');`;
  const {stdout, stderr} = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    {encoding: 'utf8'},
  );
  expect({stdout, stderr}).toEqual({stdout: 'done\n', stderr: ''});
});
