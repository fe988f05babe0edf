import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {FieldState} from '../form/field-state.ts';
import {formatObject} from './format-object.ts';
import type {Notation} from './object-fields.ts';
import {parseObject} from './parse-object.ts';
import {withoutProblems, withProblems} from './text-problems.ts';

const field = (path: string, input: string, value: unknown, facts: Partial<FieldState> = {}): FieldState => ({
  name: path.slice(path.lastIndexOf('.') + 1),
  path,
  title: path,
  help: undefined,
  input,
  isRequired: false,
  unit: undefined,
  bounds: undefined,
  value,
  options: undefined,
  isLoading: false,
  problems: [],
  isSecret: input === 'secret',
  isTyped: false,
  items: undefined,
  ...facts,
});

const notations = ['yaml', 'json'] as const satisfies readonly Notation[];
const row = {id: 7, label: 'web', specs: {memory: 4096}};
const write = (fields: readonly FieldState[], notation: Notation = 'yaml') =>
  formatObject({notation, head: ['Volume web'], fields, row});
const read = (text: string, fields: readonly FieldState[], notation: Notation = 'yaml') =>
  parseObject(text, {notation, fields, row, one: 'volume'});

describe.each(notations)('an object as %s', notation => {
  const comment = notation === 'yaml' ? '#' : '//';

  it('is read with the values that were written, for any value', () => {
    const text = fc.oneof(
      fc.string({unit: 'binary'}),
      fc.constantFrom(
        '',
        'yes',
        'null',
        '~',
        '007',
        '1e3',
        '# no comment',
        ' leading',
        'trailing ',
        'a: b',
        '- x',
        '---',
      ),
      fc.array(fc.string({unit: 'grapheme'}), {maxLength: 4}).map(lines => lines.join('\n')),
    );
    // No API has a field named __proto__, which JSON.parse and object literals treat differently.
    const json = fc.jsonValue().filter(value => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(text),
        fc.integer(),
        fc.boolean(),
        json,
        (label, script, tags, size, on, free) => {
          const fields = [
            field('label', 'text', label),
            field('script', 'multiline', script, {help: 'of\nseveral lines'}),
            field('tags', 'tags', tags),
            field('schedule.size', 'number', size),
            field('schedule.on', 'toggle', on),
            field('free', 'json', free),
          ];
          const written = write(fields, notation);
          const {changes, mistakes} = read(written, fields, notation);
          expect(mistakes).toEqual([]);
          expect([...changes]).toEqual([]);
          expect(written).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
        },
      ),
    );
  });

  it('keeps spaces of any script at both ends of a text', () => {
    for (const text of ['\u00a0', 'web\u00a0', '\u3000web', 'web\u2003', ' web ', '#!/bin/sh\ntrue\u00a0']) {
      const fields = [field('label', 'text', text), field('tags', 'tags', [text]), field('free', 'json', {a: text})];
      const written = write(fields, notation);
      expect([...read(written, fields, notation).changes]).toEqual([]);
      // Some editors remove white space at the ends of lines.
      const trimmed = written.replace(/\s+$/gm, '');
      expect([...read(trimmed, fields, notation).changes]).toEqual([]);
    }
  });

  it('reports mistakes with valid line numbers for any typed text', () => {
    const fields = [field('label', 'text', 'web'), field('schedule.size', 'number', 3), field('tags', 'tags', ['a'])];
    const good = write(fields, notation);
    const noise = fc.constantFrom(
      '\n',
      '\t',
      ':',
      '-',
      '"',
      "'",
      '{',
      '}',
      '[',
      '&a',
      '*a',
      '|',
      '?',
      '%',
      '!!map',
      'id: 8',
    );
    fc.assert(
      fc.property(fc.nat(good.length), noise, fc.string({unit: 'binary'}), (at, some, other) => {
        const text = good.slice(0, at) + some + other + good.slice(at);
        const lines = text.split('\n').length;
        for (const {line, message} of read(text, fields, notation).mistakes) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lines);
          expect(message).not.toBe('');
        }
      }),
    );
  });

  it('explains that a text with a leading asterisk must be quoted', () => {
    const fields = [field('label', 'text', 'web'), field('size', 'number', 3), field('free', 'json', {})];
    const words = 'has a * that refers to another place. Quote a text that starts with *';
    const wrong = (name: string, value: string) => {
      const text = write(fields, notation).replace(new RegExp(`^( *"?${name}"?:) .*?(,?)$`, 'm'), `$1 ${value}$2`);
      expect(text).toContain(value);
      return read(text, fields, notation).mistakes.map(mistake => mistake.message);
    };
    expect(wrong('label', '*.example.com')).toEqual([`label ${words}`]);
    expect(wrong('size', '*a')).toEqual([`size ${words}`]);
    expect(wrong('free', '{"a": [*b ]}')).toEqual([`free ${words}`]);
    expect(wrong('free', '&a {"a": *a }')).toEqual([`free ${words}`]);
    expect(wrong('label', '"*.example.com"')).toEqual([]);
  });

  it('shows read-only fields as comments, and rejects other values for them', () => {
    const fields = [field('label', 'text', 'web', {bounds: '1 to 32 characters'})];
    const text = write(fields, notation);
    expect(text).toContain(`${comment} 1 to 32 characters`);
    const [active = ''] = text.split('\n').filter(line => line.includes('web') && !line.trim().startsWith(comment));
    expect(active).toMatch(/label/);
    expect(text).toMatch(/^(#|\/\/) +"?id"?: 7,?$/m);
    const withId = text.replace(
      active,
      `${notation === 'yaml' ? '' : '  '}"id": 8${notation === 'json' ? ',' : ''}\n${active}`,
    );
    expect(read(withId, fields, notation).mistakes).toEqual([
      {line: withId.split('\n').findIndex(line => line.includes('"id": 8')) + 1, message: 'id can’t be changed'},
    ]);
  });

  it('never contains a stored secret, and accepts a new one', () => {
    const fields = [field('label', 'text', 'web'), field('root_pass', 'secret', undefined)];
    const text = write(fields, notation);
    expect(text).toMatch(/root_pass"?: a secret/);
    expect([...read(text, fields, notation).changes]).toEqual([]);
    const typed = notation === 'yaml' ? `${text}root_pass: hunter2\n` : text.replace('{', '{"root_pass": "hunter2",');
    expect([...read(typed, fields, notation).changes]).toEqual([['root_pass', 'hunter2']]);
  });
});

describe('changes in an edited text', () => {
  const fields = [
    field('label', 'text', '123'),
    field('description', 'text', null),
    field('region', 'choice', 'us-east', {
      options: [
        {value: 'us-east', text: 'us-east', detail: '', unless: undefined},
        {value: 'eu-west', text: 'eu-west', detail: '', unless: 'is full'},
      ],
    }),
    field('ttl', 'choice', 300, {
      options: [300, 3600].map(value => ({value, text: `${value} s`, detail: '', unless: undefined})),
    }),
    field('tags', 'tags', ['a', '1']),
    field('limit', 'number', 5, {isNullable: true}),
    field('size', 'number', 5),
    field('backups.day', 'text', 'Sunday'),
  ];
  const edited = (from: string | RegExp, to: string) => read(write(fields).replace(from, to), fields);

  it('are the values that differ, each with the type of its field', () => {
    expect([...edited('label: "123"', 'label: 0123').changes]).toEqual([['label', '0123']]);
    expect([...edited('label: "123"', 'label:').changes]).toEqual([['label', '']]);
    expect([...edited('description:', 'description: yes').changes]).toEqual([['description', 'yes']]);
    expect([...edited('ttl: 300', 'ttl: 3600').changes]).toEqual([['ttl', 3600]]);
    expect([...edited('- "1"', '- 2').changes]).toEqual([['tags', ['a', '2']]]);
    expect([...edited('limit: 5', 'limit:').changes]).toEqual([['limit', null]]);
    expect([...edited('day: Sunday', 'day: Monday').changes]).toEqual([['backups.day', 'Monday']]);
    expect([...edited(/label:.*\n/, '').changes]).toEqual([]);
  });

  it('are refused with a reason if they are invalid', () => {
    const words = (from: string | RegExp, to: string) => edited(from, to).mistakes.map(mistake => mistake.message);
    expect(words('region: us-east', 'region: eu-west')).toEqual(['region eu-west is full']);
    expect(words('size: 5', 'size:')).toEqual(['size must not be empty']);
    expect(words('label: "123"', 'label: [a]')).toEqual(['label must be a text']);
    expect(words('label: "123"', 'lable: x')).toEqual(['lable isn’t a field of a volume that can be changed']);
    expect(words('backups:', 'backups: 3\nother:')).toContain(
      'backups holds fields of its own, each on a line below it',
    );
    expect(words('size: 5', 'size: 5\nsize: 6')).toEqual(['Map keys must be unique']);
    expect(read('just words', fields).mistakes).toEqual([
      {line: 1, message: 'must be fields with their values, like label: web'},
    ]);
  });

  it('are none if only comments remain', () => {
    expect(read('# nothing\n\n', fields)).toMatchObject({isEmpty: true, mistakes: []});
  });
});

it('mistakes are shown above their lines, and can be removed completely', () => {
  const text = 'a: 1\n  b: 2\n';
  const marked = withProblems(
    text,
    [
      {line: 2, message: 'is\nwrong'},
      {line: 99, message: 'is more'},
    ],
    '#',
  );
  expect(marked.text).toBe('# ✗ 2 mistakes, the first in line 3\na: 1\n  # ✗ is wrong\n  b: 2\n# ✗ is more\n');
  expect(withoutProblems(marked.text, '#')).toBe(text);
  expect(withProblems(marked.text, [], '#')).toEqual({text, line: undefined});
});

it('the first line names the line of the first mistake, and the editor opens there', () => {
  const text = Array.from({length: 40}, (_, index) => `line${index + 1}: x`).join('\n');
  const {text: marked, line} = withProblems(text, [{line: 37, message: 'is wrong'}], '#');
  expect(marked.split('\n')[0]).toBe('# ✗ 1 mistake, in line 38');
  expect([line, marked.split('\n')[37]]).toEqual([38, '# ✗ is wrong']);
});

describe('name=value pairs', () => {
  const labels = field('labels', 'pairs', {role: 'web'});

  it('remain texts even if YAML would read another type', () => {
    expect(read('labels:\n  role: web\n  version: 1.10\n  on: yes\n', [labels]).changes.get('labels')).toEqual({
      role: 'web',
      version: '1.10',
      on: 'yes',
    });
  });

  it('are unchanged when they are written and read', () => {
    expect(read(write([labels]), [labels])).toMatchObject({changes: new Map(), mistakes: []});
  });
});
