import {describe, expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {formContext} from '../testing/form-context.ts';
import {candidateReasons, detailLines, unlessOf, warnings} from '../testing/probe.ts';
import {image} from '../testing/rows.ts';
import {stackscript} from '../testing/service-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const scripts = familyOf('stackscripts');
const reasonOf = unlessOf(scripts);
const ownScript = stackscript();
const otherScript = stackscript({mine: false, username: 'ada', is_public: true});

describe('ownership', () => {
  test('StackScripts of the account come first', () => {
    const ownRows = scripts.columns.find(({field}) => field === 'mine');
    expect([ownScript, otherScript].map(row => ownRows?.sortBy?.(row, lookupFrom(), {}))).toEqual([0, 1]);
    expect(scripts.sort).toBe('mine');
  });

  test.each(['update', 'delete'])("%s is limited to the user's own StackScripts", name => {
    expect(reasonOf(name, ownScript)).toBeUndefined();
    expect(reasonOf(name, otherScript)).toBe('belongs to ada');
    expect(reasonOf(name, stackscript({mine: false, username: ''}))).toBe('belongs to another user');
  });

  test('rule 194: a public StackScript cannot be deleted', () => {
    expect(reasonOf('delete', stackscript({is_public: true}))).toBe('a public StackScript cannot be deleted');
  });
});

test('bug: the form that deploys a StackScript offered images that the script is not for', () => {
  const script = stackscript({images: ['compute/debian12']});
  const images = [image({id: 'compute/debian12'}), image({id: 'compute/almalinux9'})];
  const reasons = (values: object, name = 'create') =>
    candidateReasons(familyOf('instances'), name, 'image', {
      candidates: images.map(row => ({...row})),
      values: {...values},
      lookup: lookupFrom({lists: {stackscripts: [script]}}),
    });
  const refusal = `${script.label} is not for it`;
  expect(reasons({stackscript_id: script.id})).toEqual([undefined, refusal]);
  expect(reasons({stackscript_id: script.id}, 'rebuild')).toEqual([undefined, refusal]);
  expect(reasons({})).toEqual([undefined, undefined]);
});

test('the detail shows ordinal and logo of a StackScript that has them', () => {
  const rich = detailLines(scripts, stackscript({ordinal: 3, logo_url: 'assets/wordpress.svg'}));
  expect(rich).toMatchObject({Ordinal: '3', Logo: 'assets/wordpress.svg'});
  expect(detailLines(scripts, stackscript({ordinal: 0, logo_url: ''}))).not.toHaveProperty('Logo');
});

describe('making a StackScript public', () => {
  const warning = 'The StackScript becomes visible to everyone.';

  test('rule 193: shows a warning on create and on update', () => {
    expect(warnings(scripts, 'update', {row: ownScript, body: {is_public: true}})[0]).toContain(warning);
    expect(
      scripts.actions.create?.warnings?.({
        row: undefined,
        lookup: lookupFrom(),
        params: {},
        body: {is_public: true},
      })[0],
    ).toContain(warning);
    expect(warnings(scripts, 'update', {row: ownScript, body: {label: 'new'}})).toEqual([]);
    expect(warnings(scripts, 'update', {row: stackscript({is_public: true}), body: {is_public: true}})).toEqual([]);
  });

  test("can't be undone, even if the update has other undoable fields", () => {
    const undo = scripts.actions.update?.undo;
    expect(undo?.body?.(ownScript, {label: 'new'})).toEqual({label: 'acme base'});
    expect(undo?.body?.(ownScript, {label: 'new', is_public: true})).toBeUndefined();
  });
});

test('rule 195: the ID of a StackScript is a text in paths', () => {
  expect(scripts.actions.update?.rowParams?.(ownScript)).toEqual({stackscriptId: '501'});
});

test('StackScripts accept public images only', () => {
  const images = [image({is_public: true}), image({is_public: false})];
  expect(candidateReasons(scripts, 'create', 'images', {candidates: images})).toEqual([
    undefined,
    'is private: StackScripts are for public images',
  ]);
});

test('an instance is offered the StackScripts that fit its image', () => {
  const all = [ownScript, stackscript({images: ['any/all']}), stackscript({images: ['compute/alpine']})];
  const input = familyOf('instances').actions.create?.form?.stackscript_id;
  const reasonsFor = (image?: string) =>
    all.map(row => input?.unless?.(formContext({candidate: row, values: {image}, lookup: lookupFrom()})));
  expect(reasonsFor('compute/debian12')).toEqual([undefined, undefined, 'is not for compute/debian12']);
  expect(reasonsFor()).toEqual([undefined, undefined, undefined]);
});

describe('the detail of a StackScript', () => {
  const questionText = (facts: object) => {
    const field = {label: 'Role', name: 'role', example: 'web', oneOf: '', manyOf: '', default: '', ...facts};
    const tab = scripts.detail.find(({title}) => title === 'Questions');
    if (!tab || !('text' in tab)) throw new Error('no questions');
    return tab.text(stackscript({user_defined_fields: [field]}), lookupFrom(), {});
  };

  test('lists the questions of the script', () => {
    expect(questionText({oneOf: 'web,db', default: 'web'})).toBe(
      'role: Role · one of web, db · default: web · such as web',
    );
    expect(questionText({manyOf: 'a,b', default: undefined})).toBe('role: Role · any of a, b · required · such as web');
    expect(questionText({example: ''})).toBe('role: Role · default: empty');
    const tab = scripts.detail.find(({title}) => title === 'Questions');
    expect(tab?.unless?.(stackscript({user_defined_fields: []}), lookupFrom(), {})).toBe('No questions.');
  });

  test('names every image, or "any image"', () => {
    expect(detailLines(scripts, ownScript).Images).toBe('compute/debian12');
    expect(detailLines(scripts, stackscript({images: ['any/all']})).Images).toBe('any image');
  });
});
