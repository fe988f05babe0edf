/** Mistakes that must not compile: each is below the comment with its expected error. */
import {describe, test} from 'vitest';
import type {EventWordsFor} from '../event-words/event-wording.ts';
import {passiveMeaning} from '../event-words/event-wording.ts';
import type {computeEvents} from '../event-words/instance-events.ts';
import type {AnyAction, AnyBorrowedAction} from './actions.ts';
import type {AnyColumn, AnyTab} from './columns-and-tabs.ts';
import {defineFamily, type EventMeaning, type Family, type FamilySpec} from './define-family.ts';

type Volumes = FamilySpec<'volumes', 'volume'>;
type Disks = FamilySpec<'instances.disks', never>;

const rowParams = (row: {readonly id: number}) => ({volumeId: row.id});

describe('columns', () => {
  test('name a field of the row', () => {
    const good: Volumes['columns'][number] = {field: 'label', title: 'Label'};
    // @ts-expect-error Volumes have no field of this name
    const bad: Volumes['columns'][number] = {field: 'lable', title: 'Label'};
    return [good, bad];
  });

  test('format the type of their field', () => {
    const good: Volumes['columns'][number] = {field: 'size', title: 'Size', format: size => `${size.toFixed(0)} GB`};
    // @ts-expect-error a size is a number, and has no upper case
    const bad: Volumes['columns'][number] = {field: 'size', title: 'Size', format: size => size.toUpperCase()};
    // @ts-expect-error a formatter for texts does not fit a number
    const worse: Volumes['columns'][number] = {field: 'size', title: 'Size', format: (text: string) => text};
    return [good, bad, worse];
  });

  test('format a list as text', () => {
    const good: Volumes['columns'][number] = {field: 'tags', title: 'Tags', format: tags => tags.join(' ')};
    // @ts-expect-error a list needs a format
    const bad: Volumes['columns'][number] = {field: 'tags', title: 'Tags'};
    return [good, bad];
  });

  test('open resources of families that exist', () => {
    const bad: Volumes['columns'][number] = {
      field: 'region',
      title: 'Region',
      // @ts-expect-error no such family
      link: row => ({family: 'region', id: row.region}),
    };
    return bad;
  });
});

describe('details', () => {
  test('list children at the place of their parent', () => {
    const good: FamilySpec<'instances', never>['detail'][number] = {
      title: 'Disks',
      list: 'instances.disks',
      params: row => ({computeId: row.id}),
    };
    // @ts-expect-error the parameter of disks is called computeId
    const bad: FamilySpec<'instances', never>['detail'][number] = {
      title: 'Disks',
      list: 'instances.disks',
      params: row => ({instanceId: row.id}),
    };
    return [good, bad];
  });

  test('load with operations that read', () => {
    const bad: Disks['detail'][number] = {
      title: 'Stats',
      view: 'stats',
      // @ts-expect-error no reading operation of this name
      requests: [{operation: 'instances.stats.delete', params: () => ({}), refreshSeconds: 60}],
    };
    return bad;
  });
});

describe('actions', () => {
  test('are complete', () => {
    // @ts-expect-error the other actions are missing
    const bad: Volumes['actions'] = {detach: {title: 'Detach', rowParams}};
    return bad;
  });

  test('are actions of the API', () => {
    const one = {elsewhere: 'nowhere'};
    const good: Volumes['actions'] = {
      create: one,
      update: one,
      delete: one,
      attach: one,
      detach: one,
      clone: one,
      resize: one,
    };
    // @ts-expect-error Volumes cannot be defragmented
    const bad: Volumes['actions'] = {...good, defragment: one};
    // @ts-expect-error a list isn't a change
    const worse: Volumes['actions'] = {...good, list: one};
    return [bad, worse];
  });

  test('have the form that their body needs', () => {
    const good: Volumes['actions']['clone'] = {
      title: 'Clone…',
      rowParams,
      form: {label: {title: 'Label', input: 'text'}},
    };
    // @ts-expect-error the body has a label, so there must be a form
    const formless: Volumes['actions']['clone'] = {title: 'Clone…', rowParams};
    // @ts-expect-error the label is required
    const empty: Volumes['actions']['clone'] = {title: 'Clone…', rowParams, form: {}};
    const strange: Volumes['actions']['clone'] = {
      title: 'Clone…',
      rowParams,
      // @ts-expect-error the body has no name
      form: {label: {title: 'Label', input: 'text'}, name: {title: 'Name', input: 'text'}},
    };
    // @ts-expect-error a detachment has no body
    const needless: Volumes['actions']['detach'] = {title: 'Detach', rowParams, form: {}};
    return [good, formless, empty, strange, needless];
  });

  test('have inputs of the field’s type', () => {
    const bad: Volumes['actions']['resize'] = {
      title: 'Resize…',
      rowParams,
      // @ts-expect-error a size is a number
      form: {size: {title: 'Size', input: 'text'}},
    };
    return bad;
  });

  test('take their path parameters from the row, or from the list alone', () => {
    // @ts-expect-error the ID of the Volume is missing
    const nameless: Volumes['actions']['detach'] = {title: 'Detach'};
    // @ts-expect-error the parameter is called volumeId
    const misnamed: Volumes['actions']['detach'] = {title: 'Detach', rowParams: row => ({id: row.id})};
    const create: Disks['actions']['create'] = {
      title: 'New disk…',
      // @ts-expect-error the place of the list has all parameters, and a creation has no row
      params: () => ({computeId: 1}),
      form: {size: {title: 'Size', input: 'number'}},
    };
    return [nameless, misnamed, create];
  });

  test('of a list have no row', () => {
    const create: Disks['actions']['create'] = {
      title: 'New disk…',
      // @ts-expect-error a creation has no row
      unless: ({row}) => row.label,
      form: {size: {title: 'Size', input: 'number'}},
    };
    return create;
  });

  test('are undone by an action of the family, with its body', () => {
    const good: Volumes['actions']['detach'] = {
      title: 'Detach',
      rowParams,
      undo: {action: 'attach', body: before => ({compute_id: before.compute_id ?? 0})},
    };
    // @ts-expect-error no such action
    const bad: Volumes['actions']['detach'] = {title: 'Detach', rowParams, undo: {action: 'reattach'}};
    // @ts-expect-error the body with the instance is missing
    const bodiless: Volumes['actions']['detach'] = {title: 'Detach', rowParams, undo: {action: 'attach'}};
    return [good, bad, bodiless];
  });

  test('expect values that the row can have', () => {
    const bad: Volumes['actions']['detach'] = {
      title: 'Detach',
      rowParams,
      // @ts-expect-error an ID is a number or null
      expectedFields: () => ({compute_id: 'none'}),
    };
    return bad;
  });

  test('are tracked by events that exist', () => {
    const bad: Volumes['actions']['detach'] = {
      title: 'Detach',
      rowParams,
      // @ts-expect-error no such event
      eventActions: ['volume_unplug'],
    };
    return bad;
  });

  test('are borrowed from a family that has them', () => {
    type Borrowed = NonNullable<FamilySpec<'instances.volumes', never>['borrowedActions']>[string];
    const good: Borrowed = {
      title: 'Attach…',
      on: 'list',
      family: 'volumes',
      action: 'attach',
      presetValues: ({params}) => ({compute_id: params.computeId}),
    };
    // @ts-expect-error Images can't be attached
    const bad: Borrowed = {title: 'Attach…', on: 'list', family: 'images', action: 'attach', presetValues: () => ({})};
    // @ts-expect-error an ID is a number
    const strange: Borrowed = {
      title: 'Attach…',
      on: 'list',
      family: 'volumes',
      action: 'attach',
      presetValues: () => ({compute_id: 'web-01'}),
    };
    return [good, bad, strange];
  });
});

describe('events', () => {
  test('of a prefix all have words', () => {
    const {compute_boot, ...others}: typeof computeEvents = {} as typeof computeEvents;
    // @ts-expect-error the words for booting are missing
    const bad: EventWordsFor<'compute'> = others;
    return [compute_boot, bad];
  });

  test('belong to the prefix', () => {
    const meaning: EventMeaning = passiveMeaning('renamed');
    // @ts-expect-error a Tag can't be renamed
    const bad: EventWordsFor<'tag'> = {tag_create: meaning, tag_delete: meaning, tag_rename: meaning};
    return bad;
  });

  test('of a prefix need words in the family that has the prefix', () => {
    const rest: Omit<FamilySpec<'regions', never>, 'events' | 'onEvent'> = {
      title: 'Regions',
      one: 'region',
      label: row => row.id,
      columns: [],
      detail: [],
      actions: {},
    };
    // @ts-expect-error the words for tag_create and tag_delete are missing
    return [defineFamily('regions', rest), defineFamily('regions', {...rest, events: ['tag']})];
  });
});

test('only groups with a list are families', () => {
  // @ts-expect-error no such family
  return defineFamily('instances.stats', {});
});

/** The members of each type of a union. */
type MembersOf<T> = T extends unknown ? keyof T : never;
/** True if `Any` has every member of `Typed`: the program reads families through the types without parameters. */
type HasAll<Typed, Any> = [Exclude<MembersOf<Typed>, MembersOf<Any>>] extends [never] ? true : false;
type ActionsOf<S extends {readonly actions?: unknown}> = NonNullable<S['actions']>;

describe('the types of any family', () => {
  test('have every member that a family can define', () => {
    const actions: HasAll<ActionsOf<Volumes>[keyof ActionsOf<Volumes>], AnyAction> = true;
    const borrowed: HasAll<NonNullable<Volumes['borrowedActions']>[string], AnyBorrowedAction> = true;
    const columns: HasAll<Volumes['columns'][number], AnyColumn> = true;
    const tabs: HasAll<Volumes['detail'][number], AnyTab> = true;
    // `defineFamily` turns these into actions and the source.
    type Resolved = 'adoptedActions' | 'presignedActions' | 'quickActions' | 'readOperation';
    const family: HasAll<Omit<Volumes, Resolved>, Family> = true;
    return [actions, borrowed, columns, tabs, family];
  });
});
