/** What else is touched when an address goes: the records that point at it, from what is known. */
import type {Look} from '../define.ts';

/** Beyond so many only their number is told. */
const named = 5;

/** "192.0.2.7 is the target of A www.example.com."; that not all records were read is said. */
export function recordsPointingAt(addresses: readonly string[], look: Look): readonly string[] {
  const zones = look.rows('domains');
  const pointing = zones.flatMap(zone =>
    look
      .rows('domains.records', {domainId: zone.id})
      .filter(({target}) => addresses.includes(target))
      .map(({type, name, target}) => `${target} is the target of ${type} ${name ? `${name}.` : ''}${zone.domain}.`),
  );
  const known = look.complete('domains') && zones.every(({id}) => look.complete('domains.records', {domainId: id}));
  return [
    ...pointing.slice(0, named),
    ...(pointing.length > named ? [`${pointing.length - named} more records point at it.`] : []),
    ...(known ? [] : [`Whether ${pointing.length > 0 ? 'further' : 'any'} records point at it is unknown.`]),
  ];
}
