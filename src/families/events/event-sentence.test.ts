import {describe, expect, test} from 'vitest';
import type {Event} from '../../contract/account/events.ts';
import {cellText} from '../format/cells.ts';
import {entity, event, volume} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {headline, lastChange, sentenceOf, sentenceText} from './event-sentence.ts';

const lookup = lookupFrom();
const sentenceFor = (facts: Partial<Event>) => sentenceText(event(facts), lookup);

describe('an event reads as a sentence', () => {
  test.each([
    [{status: 'started', percent_complete: 62}, 'web-01 is booting · 62%'],
    [{status: 'started', percent_complete: null}, 'web-01 is booting'],
    [{status: 'scheduled', percent_complete: 0}, 'web-01 is booting · waiting'],
    [{status: 'finished'}, 'web-01 booted'],
    [{status: 'notification', action: 'compute_update'}, 'web-01 was updated'],
    [{status: 'failed'}, 'web-01 failed to boot'],
    [{status: 'failed', message: 'no kernel'}, 'web-01 failed to boot · no kernel'],
    [{action: 'lassie_reboot'}, 'web-01 was rebooted by the watchdog'],
    [{action: 'disk_resize'}, 'a disk of web-01 was resized'],
    [{action: 'account_update', entity: entity('account', null, null)}, 'the account was updated'],
    [{action: 'tfa_enabled', entity: null}, 'two-factor authentication was switched on'],
    [{action: 'database_low_disk_space', entity: entity('database', 7, 'shop')}, 'shop has little disk space left'],
    [{action: 'kube_node_recycle', entity: null}, 'a Kubernetes node was replaced'],
    [{action: 'vpc_create', entity: entity('vpc', 3, 'inner')}, 'the VPC inner was created'],
    [{action: 'ticket_create', entity: entity('ticket', 9, 'It burns')}, 'the ticket It burns was opened'],
  ])('%j', (facts, sentence) => expect(sentenceFor(facts)).toBe(sentence));

  test('a headline has the action without its progress, message and raw name', () => {
    expect(headline(event({status: 'started', percent_complete: 62, message: 'soon'}))).toBe('web-01 is booting');
    expect(headline(event({entity: entity('volume', 7, null), action: 'volume_create'}))).toBe('volume 7 was created');
  });

  test('the second entity is named if the sentence has a place for it', () => {
    const attached = {
      action: 'volume_attach',
      entity: entity('volume', 4411, 'vol-db'),
      secondary_entity: {id: 101, label: 'web-01', type: 'compute', url: ''},
    };
    expect(sentenceFor(attached)).toBe('vol-db was attached to web-01');
    expect(sentenceFor({...attached, secondary_entity: null})).toBe('vol-db was attached');
  });
});

describe('unknown parts of an event', () => {
  test('an unknown action keeps its raw name, in every status', () => {
    const raw = {action: 'compute_hibernate'};
    expect(sentenceFor(raw)).toBe('compute_hibernate web-01');
    expect(sentenceFor({...raw, status: 'started', percent_complete: 10})).toBe(
      'compute_hibernate web-01 · started · 10%',
    );
    expect(sentenceFor({...raw, entity: null})).toBe('compute_hibernate');
  });

  test('an unknown status is shown with the raw name', () => {
    expect(sentenceFor({status: 'paused'})).toBe('compute_boot web-01 · paused');
    expect(sentenceFor({status: 'constructor'})).toBe('compute_boot web-01 · constructor');
  });

  test('an entity without a label is named by its loaded row, or by type and ID', () => {
    const nameless = {action: 'volume_resize', entity: entity('volume', 4411, null)};
    expect(sentenceFor(nameless)).toBe('volume 4411 was resized');
    expect(sentenceText(event(nameless), lookupFrom({lists: {volumes: [volume()]}}))).toBe('vol-db was resized');
    expect(sentenceFor({entity: entity('spaceship', 3, null)})).toBe('spaceship 3 booted');
  });

  test('a sentence without an entity starts with "something"', () => {
    expect(sentenceFor({entity: null})).toBe('something booted');
  });

  test('a label that looks like a placeholder is not replaced', () => {
    expect(sentenceFor({entity: entity('compute', 101, '{secondary} [x]')})).toBe('{secondary} [x] booted');
  });
});

test('names are strong, and a failure is red', () => {
  expect(sentenceOf(event({status: 'failed'}), lookup).parts).toEqual([
    {text: 'web-01', tone: 'strong'},
    {text: ' failed to boot', tone: 'failed'},
  ]);
});

test('a sentence opens its entity if the entity has a family', () => {
  expect(sentenceOf(event(), lookup).ref).toEqual({family: 'instances', id: 101});
  expect(sentenceOf(event({entity: entity('community', 1, 'x')}), lookup).ref).toBeUndefined();
});

describe('the last change', () => {
  const read = (events: readonly Event[]) => {
    const cell = lastChange(lookupFrom({events}), 'compute', 101);
    return Array.isArray(cell) ? cell.map(cellText).join('') : cellText(cell as string);
  };

  test('shows the action, the user and the time', () => {
    expect(read([event({action: 'compute_resize'})])).toBe(
      'web-01 was resized by wsmith · 3h ago · 2026-03-01 09:00:00 UTC',
    );
  });

  test('shows the progress after the user', () => {
    expect(read([event({status: 'started', percent_complete: 62, created: '??'})])).toBe(
      'web-01 is booting by wsmith · 62%',
    );
  });

  test('omits an unreadable time', () => {
    expect(read([event({created: '??'})])).toBe('web-01 booted by wsmith');
  });

  test('shows "no event known" without an event', () => {
    expect(read([])).toBe('no event known');
  });
});
