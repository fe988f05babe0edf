/** Databases of all engines in one list; each row represents the cluster in the list of its engine (D3 §4.1). */

import type {Database} from '../../contract/databases/models.ts';
import {joinParts} from '../format/format.ts';
import {addedLine} from '../shape/added-line.ts';
import {defineFamily, type FamilySpec, type Lookup} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';
import {clusterFacts, clusterSections, engineName, isEngine} from './cluster.ts';

type Spec = FamilySpec<'databases.instances', 'database'>;

function representedDatabase(row: Database, lookup: Lookup) {
  if (!isEngine(row.engine)) return undefined;
  const ref = {family: `databases.${row.engine}`, id: row.id} as const;
  // The list of all engines lacks the fields of single engines, which no action on a cluster needs.
  return {ref, row: lookup.find(ref.family, row.id) ?? row};
}

const detail: Spec['detail'] = [
  {title: 'Overview', sections: clusterSections<Database>([addedLine('Port', 'port')])},
  standard.eventsTab('database'),
];

export const databases = defineFamily('databases.instances', {
  ...clusterFacts,
  name: 'databases',
  title: 'Databases',
  group: 'databases',
  aliases: ['database', 'db', 'dbs'],
  detail,
  actions: {},
  borrowedActions: {
    mysql: {
      title: 'New MySQL database…',
      on: 'list',
      family: 'databases.mysql',
      action: 'create',
      presetValues: () => ({}),
    },
    postgresql: {
      title: 'New PostgreSQL database…',
      on: 'list',
      family: 'databases.postgresql',
      action: 'create',
      presetValues: () => ({}),
    },
    mongodb: {
      title: 'New MongoDB database…',
      on: 'list',
      family: 'databases.mongodb',
      action: 'create',
      presetValues: () => ({}),
    },
  },
  represents: representedDatabase,
  sharesFields: true,
  summary: row => joinParts(engineName(row.engine), row.version, row.region),
  search: row => `${row.id} ${engineName(row.engine)} ${row.hosts.primary ?? ''}`,
});
