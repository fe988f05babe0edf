import {expect, it, vi} from 'vitest';

it('loads SQLite without the ExperimentalWarning of Node 22, and keeps every other warning', async () => {
  const warned: string[] = [];
  const original = process.emitWarning;
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation((warning: string | Error) => {
    warned.push(String(warning));
  });
  const {getBuiltinModule} = process;
  const load = vi.spyOn(process, 'getBuiltinModule').mockImplementation((id: string) => {
    // Node 22 emits this warning. Node 24 and later emit no warning.
    process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
    process.emitWarning('something else');
    return getBuiltinModule(id) as object;
  });
  // The query loads a second copy of the module, because the tests of a worker share their modules.
  const again: string = './sqlite.ts?again';
  const {DatabaseSync} = (await import(again)) as typeof import('./sqlite.ts');
  process.emitWarning('afterwards');
  load.mockRestore();
  warn.mockRestore();
  expect(new DatabaseSync(':memory:').isOpen).toBe(true);
  expect(warned).toEqual(['something else', 'afterwards']);
  expect(process.emitWarning).toBe(original);
});
