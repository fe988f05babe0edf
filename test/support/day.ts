/** Sets another date for all tests if `SKYDECK_TEST_NOW` is set: the system's clock continues from that date. */
const start = process.env.SKYDECK_TEST_NOW;
const installed = Symbol.for('skydeck.test.day');

if (start !== undefined && !Object.hasOwn(globalThis, installed)) {
  const SystemDate = Date;
  const offset = SystemDate.parse(start) - SystemDate.now();
  if (Number.isNaN(offset)) throw new Error(`SKYDECK_TEST_NOW isn't a valid time: ${start}`);
  const now = () => SystemDate.now() + offset;
  globalThis.Date = new Proxy(SystemDate, {
    construct: (date, args: [], target) => Reflect.construct(date, args.length === 0 ? [now()] : args, target),
    apply: () => new SystemDate(now()).toString(),
    get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
  });
  // The files of a worker share its globals, and each runs this file.
  Object.defineProperty(globalThis, installed, {value: true});
}

export {};
