import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {endpointsOf} from '../../contract/schema/family.ts';
import {buildPath} from '../../contract/schema/path.ts';
import {Engine} from './engine.ts';
import {Events} from './event-records.ts';
import {buildHandlerTable} from './http/handler-table.ts';
import {parseBody} from './http/json.ts';
import {Routes} from './http/routes.ts';
import {openDatabase} from './storage/database.ts';
import {Store} from './storage/store.ts';
import {manualClock} from './time/clock.ts';
import {defineJob} from './time/jobs.ts';
import {hashText, seededRandom} from './time/random.ts';

describe('routes', () => {
  const routes = new Routes(contract);

  it('find every endpoint by its path', () => {
    for (const endpoint of endpointsOf(contract)) {
      const params = Object.fromEntries(
        Object.entries(endpoint.params).map(([name, type]) => [name, type === 'integer' ? 7 : `a/b`]),
      );
      // A slash inside an ID travels encoded.
      const {host} = endpoint.spec;
      const path = `/${host === undefined ? 'v4' : 'v2beta'}${buildPath(endpoint, params as never)}`;
      expect(routes.find(endpoint.method, path, host)).toEqual({endpoint, params});
    }
  });

  it('distinguish a wrong method from an unknown path', () => {
    expect(routes.find('PUT', '/v4/volumes')).toEqual({allow: ['GET', 'POST']});
    expect(routes.find('GET', '/v4/volume')).toBeUndefined();
    expect(routes.find('GET', '/v4/volumes/x')).toBeUndefined();
    expect(routes.find('GET', '/v4')).toBeUndefined();
  });

  it('prefer a fixed path segment to a parameter', () => {
    const found = routes.find('GET', '/v4/managed/credentials/sshkey');
    expect(found).toMatchObject({endpoint: {id: 'managed.sshKey.get'}});
  });
});

describe('JSON', () => {
  it('is parsed up to 64 levels deep', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(parseBody(bytes('{"a":[{"b":"[[[[{{{{"}]}'))).toEqual({a: [{b: '[[[[{{{{'}]});
    expect(() => parseBody(bytes('['.repeat(65) + ']'.repeat(65)))).toThrow('deeper');
    expect(parseBody(bytes('['.repeat(64) + ']'.repeat(64)))).toBeDefined();
    expect(() => parseBody(bytes('['.repeat(1_000_000)))).toThrow('deeper');
    expect(() => parseBody(new Uint8Array([0x22, 0xc3, 0x22]))).toThrow('UTF-8');
  });

  it('never exhausts the stack', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        try {
          parseBody(new TextEncoder().encode(text));
        } catch (error) {
          expect(error).not.toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});

describe('randomness', () => {
  it("repeats with the same seed, and a fork doesn't change its parent's sequence", () => {
    const draw = (count: number, source = seededRandom(5)) => Array.from({length: count}, () => source.int(0, 99));
    expect(draw(20)).toEqual(draw(20));
    const forked = seededRandom(5);
    forked.fork('a').next();
    expect(draw(20, forked)).toEqual(draw(20));
    expect(seededRandom(5).fork('a').hex(16)).not.toBe(seededRandom(5).fork('b').hex(16));
    expect(seededRandom(1).uuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(hashText('same')).toBe(hashText('same'));
  });
});

describe('jobs', () => {
  const runs: string[] = [];
  const note = defineJob<{name: string}>('test.note', (work, {name}) => {
    runs.push(`${name} ${work.now} ${work.username}`);
    return name === 'bad' ? 'failed' : undefined;
  });
  const broken = defineJob<Record<string, never>>('test.broken', () => {
    throw new Error('ours');
  });

  const open = (sql = openDatabase(undefined).sql, clock = manualClock(0)) => {
    const errors: unknown[] = [];
    const db = new Store(sql, clock.now);
    const report = (error: unknown) => errors.push(error);
    const engine = new Engine({db, clock, random: seededRandom(1), table: buildHandlerTable({}, {}), report});
    engine.jobs.start();
    return {engine, clock, db, errors, sql};
  };
  const entity = {id: 1, label: 'x', type: 'volume', url: '/x'};

  it('run in order, finish their events, and survive a restart', () => {
    runs.length = 0;
    const {engine, clock, db, sql} = open();
    db.transaction(() => {
      const work = engine.work('me');
      work.start({action: 'volume_create', entity, seconds: 5, ends: note, data: {name: 'good'}});
      work.start({action: 'volume_create', entity, seconds: 3, ends: note, data: {name: 'bad'}});
      work.schedule(note, {name: 'later'}, 20_000);
    });
    engine.jobs.arm();
    expect(engine.work('').isBusy('volume', 1)).toBe(true);
    clock.advance(5000);
    expect(runs).toEqual(['bad 3000 me', 'good 5000 me']);
    expect(db.all(Events).map(({status}) => status)).toEqual(['finished', 'failed']);
    expect(engine.work('').isBusy('volume', 1)).toBe(false);
    engine.jobs.stop();
    const again = open(sql, clock);
    clock.advance(15_000);
    expect(runs.at(-1)).toBe('later 20000 ');
    again.engine.jobs.stop();
  });

  it("that throw an error fail their event and aren't retried", () => {
    const {engine, clock, db, errors} = open();
    db.transaction(() =>
      engine.work('me').start({action: 'volume_create', entity, seconds: 1, ends: broken, data: {}}),
    );
    engine.jobs.arm();
    clock.advance(10_000);
    expect(errors).toEqual([new Error('ours')]);
    expect(db.all(Events)[0]?.status).toBe('failed');
  });
});
