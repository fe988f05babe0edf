/**
 * A tool for the history of one resource: the events of the API, the changes made from this machine, and the changes of
 * fields that Skydeck recorded.
 */
import {z} from 'zod';
import type {Event} from '../../contract/account/events.ts';
import {isEventAbout} from '../../families/events/event-entities.ts';
import {sentenceText} from '../../families/events/event-sentence.ts';
import {familyOf} from '../../families/registry.ts';
import type {AnyRow, EntityType, Family, PathParams, RowId} from '../../families/shape/define-family.ts';
import {demoProfileName} from '../../profiles/profile.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {type EntityHistory, historyQuery} from '../../store/cache/event-history.ts';
import type {AuditRecord} from '../../store/changes/audit-log.ts';
import {targetKey} from '../../store/changes/audit-log.ts';
import {changeWord, fieldDifferencesOf, valueText} from '../../store/history/change-summary.ts';
import {openAuditLog} from '../change/change-session.ts';
import {openPastAccount} from '../history/past-account.ts';
import {resolveLookups} from '../read/command-lookup.ts';
import {readRows} from '../read/read-lists.ts';
import type {AgentAccount, AgentReading} from './agent-account.ts';
import {defineTool, parentsInput, typeInput, wordInput} from './agent-tool.ts';
import {readResource} from './read-tools.ts';
import {markUntrustedText} from './untrusted-text.ts';

export const historyTool = defineTool({
  name: 'history',
  title: 'History of one resource',
  description:
    'The past of one resource, newest first: events of the API, changes from the change log of this machine, and changes of fields that Skydeck recorded while it followed the list. complete is false if older events exist, null if that is not known. recorded is null without a record.',
  isReading: true,
  input: z.strictObject({
    type: typeInput,
    id: wordInput.optional(),
    parents: parentsInput,
    limit: z.int().min(1).max(100).default(30),
  }),
  run: ({limit, ...input}, agent) =>
    agent.read(async reading => {
      const {account, readAt} = reading;
      const {family, row, params} = await readResource(reading, input);
      const history = await readEvents(reading, family, row, params);
      const shown = history?.events.slice(0, limit) ?? [];
      const events = await resolveLookups([reading], () => shown.map(event => eventData(reading, event)));
      const changes = await readChanges(agent, reading, targetKey(family.id, family.key(row), params));
      const hasAllEvents =
        history?.older === undefined ? null : history.older === 0 && shown.length === history.events.length;
      return {
        account: account.profile.name,
        type: family.id,
        read_at: readAt,
        sources: ['events of the API', 'change log of this machine', 'history of this machine'],
        has_events: history !== undefined,
        complete: history ? hasAllEvents : null,
        events,
        changes: changes.slice(0, limit).map(changeData),
        recorded: await readRecorded(account, {family, id: family.key(row), params, limit}),
      };
    }),
});

/** Events about a row, newest first; undefined for a type without events. */
async function readEvents(
  {connection}: AgentReading,
  family: Family,
  row: AnyRow,
  params: PathParams,
): Promise<EntityHistory | undefined> {
  const tab = family.detail.find(candidate => 'events' in candidate);
  if (!tab || !('events' in tab)) return undefined;
  const {type, id}: {readonly type: EntityType; readonly id: RowId} = tab.events(row, params);
  const query = historyQuery(type, id);
  if (query) return (await query.fetch(connection, 'user')) as EntityHistory;
  const {rows} = await readRows(connection, familyOf('account.events'), {pagesAtMost: 1});
  const events = rows as readonly (Event & AnyRow)[];
  return {events: events.filter(event => isEventAbout(event, type, id)), older: undefined};
}

const eventData = ({cache}: AgentReading, event: Event) => ({
  at: event.created,
  action: event.action,
  status: event.status,
  by: typeof event.username === 'string' ? markUntrustedText(event.username) : null,
  sentence: markUntrustedText(sentenceText(event, cache.lookup)),
});

/** Changes of a resource in the change log, newest first. */
async function readChanges(
  {context}: AgentAccount,
  {account}: AgentReading,
  key: string,
): Promise<readonly AuditRecord[]> {
  if (account.profile.name === demoProfileName) return [];
  const records = await openAuditLog(account, context.env, context.err).read();
  return records.filter(({target}) => target && targetKey(target.family, target.id, target.params) === key);
}

const changeData = ({at, operation, outcome, user, host, as, changes}: AuditRecord) => ({
  at: new Date(at).toISOString(),
  operation,
  outcome,
  by: markUntrustedText(as ?? `${user}@${host}`),
  changes: changes.map(({path, title, before, after}) => ({
    field: path,
    ...(title !== undefined && {title}),
    ...(before !== undefined && {before: markUntrustedText(before)}),
    ...(after !== undefined && {after: markUntrustedText(after)}),
  })),
});

interface RecordedSubject {
  readonly family: Family;
  readonly id: RowId;
  readonly params: PathParams;
  readonly limit: number;
}

const isoTime = (at: number): string => new Date(at).toISOString();

/** Recorded changes of fields, newest first; null if the history has no records of the resource. */
async function readRecorded(account: OpenedAccount, {family, id, params, limit}: RecordedSubject) {
  if (!account.history) return null;
  const past = await openPastAccount(account);
  try {
    const records = past.reader.changesOf(family.id, params, id);
    if (records.length === 0) return null;
    return records
      .filter(({kind}) => kind !== 'same' && kind !== 'first')
      .toReversed()
      .slice(0, limit)
      .map(record => ({
        after: record.knownUntil === undefined ? null : isoTime(record.knownUntil),
        until: isoTime(record.at),
        change: changeWord(record),
        by: record.users.map(user => markUntrustedText(user)),
        fields: fieldDifferencesOf(record).map(({path, before, after}) => ({
          field: path,
          before: markUntrustedText(valueText(before)),
          after: markUntrustedText(valueText(after)),
        })),
      }));
  } finally {
    past.close();
  }
}
