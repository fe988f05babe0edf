/** A zone as text: writes the text, and finds the steps that change the records to match an edited text. */
import type {Domain, DomainRecord} from '../../contract/resources/domains.ts';
import type {TextNote, TextPlan, TextProblem, TextStep} from '../shape/list-text.ts';
import {defaultTtls, nearestTtl, ttlText} from './ttl-choices.ts';
import {parseZone, type RecordAtLine} from './zone-parser.ts';
import {dataKey, dataOf, hasPriority, labelOf, nameKey, recordKey, recordOf, type ZoneRecord} from './zone-record.ts';

type Zone = Pick<Domain, 'domain' | 'ttl_sec'>;
type Step = TextStep<DomainRecord>;

const order = ['NS', 'A', 'AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'CAA'];
const rankOf = (type: string): number => {
  const index = order.indexOf(type);
  return index < 0 ? order.length : index;
};

const zoneTtl = ({ttl_sec}: Zone): number => ttl_sec || defaultTtls.ttl_sec;

const lineOf = (record: ZoneRecord, wide = 0): string =>
  [
    (record.name || '@').padEnd(wide),
    record.ttl_sec === 0 ? '      ' : String(record.ttl_sec).padEnd(6),
    'IN',
    record.type.padEnd(5),
    dataOf(record),
  ].join(' ');

/** True if a zone text can express the record: another tool may have created an invalid record. */
function isWritable(record: ZoneRecord, zone: Zone): boolean {
  const {records, mistakes} = parseZone(lineOf(record), zone.domain, zoneTtl(zone));
  const [only] = records;
  return mistakes.length === 0 && records.length === 1 && only !== undefined && recordKey(only) === recordKey(record);
}

export function writeZone(rows: readonly DomainRecord[], zone: Zone): string {
  const all = rows.map(row => ({row, record: recordOf(row, zone.domain)}));
  const shown = all.filter(({record}) => isWritable(record, zone)).map(({record}) => record);
  const hidden = all.length - shown.length;
  const wide = Math.min(32, Math.max(12, ...shown.map(({name}) => name.length)));
  const sorted = shown.sort(
    (a, b) =>
      rankOf(a.type) - rankOf(b.type) ||
      a.type.localeCompare(b.type) ||
      a.name.localeCompare(b.name) ||
      a.priority - b.priority,
  );
  const groups = [...new Set(sorted.map(({type}) => type))];
  return [
    `; ${zone.domain}: ${shown.length} records, one a line:`,
    '; name, TTL, type, data. Without a TTL, that of the domain.',
    '; Names are below the zone, unless they end with a period.',
    '; Save and close to see what would be added, changed and deleted.',
    '; Nothing is sent before that. An emptied file changes nothing.',
    ...(hidden > 0 ? [`; ${hidden} more cannot be written in this way, and stay as they are.`] : []),
    `$ORIGIN ${zone.domain}.`,
    `$TTL ${zoneTtl(zone)} ; ${ttlText(zoneTtl(zone))}, of the domain`,
    ...groups.flatMap(type => [
      '',
      `; ${type}`,
      ...sorted.filter(one => one.type === type).map(one => lineOf(one, wide)),
    ]),
    '',
  ].join('\n');
}

interface ExistingRecord {
  readonly row: DomainRecord;
  readonly record: ZoneRecord;
}

/** A step with the names that it affects. */
interface PlannedStep {
  readonly step: Step;
  readonly records: readonly ZoneRecord[];
}

/** @param rows the records that the text was written from */
export function planZoneEdit(text: string, rows: readonly DomainRecord[], zone: Zone): TextPlan<DomainRecord> {
  const {records, notes, mistakes} = parseZone(text, zone.domain, zoneTtl(zone));
  let known = rows
    .map(row => ({row, record: recordOf(row, zone.domain)}))
    .filter(({record}) => isWritable(record, zone));
  let newRecords: readonly RecordAtLine[] = records;
  /** Removes the entries that are in both lists, compared by key. */
  const pair = (
    key: (record: ZoneRecord) => string,
    take: (from: ExistingRecord, to: RecordAtLine) => boolean,
  ): void => {
    const left = new Map<string, ExistingRecord[]>();
    for (const one of known) left.set(key(one.record), [...(left.get(key(one.record)) ?? []), one]);
    const removed = new Set<ExistingRecord>();
    newRecords = newRecords.filter(one => {
      const [first, ...rest] = left.get(key(one)) ?? [];
      if (first === undefined || !take(first, one)) return true;
      left.set(key(one), rest);
      removed.add(first);
      return false;
    });
    known = known.filter(one => !removed.has(one));
  };
  const updates: PlannedStep[] = [];
  const update = (from: ExistingRecord, to: RecordAtLine): boolean =>
    updates.push({step: updateOf(from, to), records: [from.record, to]}) > 0;
  pair(recordKey, () => true);
  const rounded: TextNote[] = [];
  newRecords = newRecords.map(one => {
    const ttl_sec = nearestTtl(one.ttl_sec);
    if (ttl_sec !== one.ttl_sec)
      rounded.push({line: one.line, message: `a TTL of ${one.ttl_sec} seconds is kept as ${ttlText(ttl_sec)}`});
    return {...one, ttl_sec};
  });
  pair(recordKey, () => true);
  // Finds the smallest change that explains the difference: another TTL, other data, another name.
  pair(record => `${nameKey(record)} ${dataKey(record)}`, update);
  pair(nameKey, update);
  pair(
    record => `${record.type} ${dataKey(record)}`,
    // The API can't restore an empty name, so such a change could not be undone.
    (from, to) => to.name !== '' && from.record.name !== '' && update(from, to),
  );
  const creates = newRecords.map(one => ({step: createOf(one), records: [one]}));
  const deletes = known.map(one => ({step: deleteOf(one), records: [one.record]}));
  const steps = orderSteps(deletes, updates, creates);
  return {
    steps,
    notes: [...notes, ...rounded],
    mistakes: [...mistakes, ...findConflicts(records, steps)].sort((a, b) => a.line - b.line),
  };
}

const shown = (record: ZoneRecord): string =>
  `${dataOf(record)}${record.ttl_sec === 0 ? '' : `  TTL ${ttlText(record.ttl_sec)}`}`;

const serviceOf = (name: string): {service: string; protocol: string} => {
  const [service = '', protocol = ''] = name.split('.');
  return {service: service.replace(/^_/, ''), protocol: protocol.replace(/^_/, '')};
};

/** The fields of the record's type. */
function fieldsOf(record: ZoneRecord): Readonly<Record<string, string | number>> {
  const {type, name, target, ttl_sec, priority, weight, port, tag} = record;
  return {
    ...(type === 'SRV' ? {...serviceOf(name), weight, port} : {name}),
    ...(hasPriority(type) && {priority}),
    ...(type === 'CAA' && {tag}),
    target,
    ttl_sec,
  };
}

function createOf(record: RecordAtLine): Step {
  const values = Object.fromEntries(
    Object.entries<unknown>({type: record.type, ...fieldsOf(record)}).filter(
      ([field, value]) => !(field === 'name' && value === '') && !(field === 'ttl_sec' && value === 0),
    ),
  );
  return {
    action: 'create',
    row: undefined,
    values,
    label: labelOf(record),
    before: undefined,
    after: shown(record),
    line: record.line,
  };
}

function updateOf({row, record}: ExistingRecord, to: RecordAtLine): Step {
  const before: Readonly<Record<string, unknown>> = fieldsOf(record);
  const values = Object.fromEntries(
    Object.entries<unknown>(fieldsOf(to)).filter(([field, value]) => before[field] !== value),
  );
  const isRenamed = record.name.toLowerCase() !== to.name.toLowerCase();
  return {
    action: 'update',
    row,
    values,
    label: isRenamed ? `${labelOf(record)}, now ${to.name}` : labelOf(record),
    before: shown(record),
    after: shown(to),
    line: to.line,
  };
}

const deleteOf = ({row, record}: ExistingRecord): Step => ({
  action: 'delete',
  row,
  values: {},
  label: labelOf(record),
  before: shown(record),
  after: undefined,
  line: undefined,
});

/**
 * Creations come before deletions, so that every name can be resolved all the time. CNAMEs, and an MX for "no mail",
 * can't exist beside other records: deletions that make room for them come first.
 */
function orderSteps(
  deletes: readonly PlannedStep[],
  updates: readonly PlannedStep[],
  creates: readonly PlannedStep[],
): readonly Step[] {
  const isAlone = ({type, target}: ZoneRecord): boolean => type === 'CNAME' || (type === 'MX' && target === '');
  const additions = [...updates, ...creates].flatMap(({records}) => records);
  const mustComeFirst = ({records}: PlannedStep): boolean =>
    records.some(removed =>
      additions.some(
        one => one.name.toLowerCase() === removed.name.toLowerCase() && (isAlone(one) || isAlone(removed)),
      ),
    );
  const [first, last] = [deletes.filter(mustComeFirst), deletes.filter(one => !mustComeFirst(one))];
  return [...first, ...updates, ...creates, ...last].map(({step}) => step);
}

/** Records that can't exist beside each other; only records of the text are checked. A duplicate counts once, at the later line. */
function findConflicts(records: readonly RecordAtLine[], steps: readonly Step[]): readonly TextProblem[] {
  const changedLines = new Set(steps.flatMap(({line}) => line ?? []));
  return records.flatMap((record): TextProblem[] => {
    const {line, type, name} = record;
    const sameNameRecords = records.filter(
      other => other !== record && other.name.toLowerCase() === name.toLowerCase(),
    );
    const isDuplicate = (other: RecordAtLine): boolean =>
      nameKey(other) === nameKey(record) && dataKey(other) === dataKey(record);
    const duplicate = sameNameRecords.find(other => other.line < line && isDuplicate(other));
    if (duplicate !== undefined)
      return changedLines.has(line) || changedLines.has(duplicate.line)
        ? [{line, message: 'repeats', otherLine: duplicate.line}]
        : [];
    if (!changedLines.has(line)) return [];
    const beside = sameNameRecords.filter(other => !isDuplicate(other));
    if (type === 'CNAME' && name === '') return [{line, message: 'the zone itself can be no CNAME'}];
    const cname = beside.find(other => type === 'CNAME' || other.type === 'CNAME');
    if (cname !== undefined) return [{line, message: 'a CNAME must be alone on its name: see', otherLine: cname.line}];
    const mail = records.filter(other => other !== record && other.type === 'MX');
    const none = type === 'MX' ? mail.find(other => other.target === '' || record.target === '') : undefined;
    return none === undefined
      ? []
      : [{line, message: 'an MX without a server must be the only one: see', otherLine: none.line}];
  });
}
