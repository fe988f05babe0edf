/** What must not compile of families with deeper paths, groups below groups, answers and quick actions. */
import {describe, test} from 'vitest';
import type {FamilySpec, RowOf} from './shape/define-family.ts';

type Nodes = FamilySpec<'nodebalancers.configs.nodes', never>;
type Configs = FamilySpec<'nodebalancers.configs', never>;
type Buckets = FamilySpec<'objectStorage.buckets', never>;
type Mysql = FamilySpec<'databases.mysql', never>;
type Domains = FamilySpec<'domains', 'dns'>;
type Records = FamilySpec<'domains.records', never>;

describe('rows', () => {
  test('of a list that goes on from a marker are its entries', () => {
    const good = (row: RowOf<'objectStorage.objects'>) => row.etag;
    // @ts-expect-error an object has no label
    const bad = (row: RowOf<'objectStorage.objects'>) => row.label;
    return [good, bad];
  });
});

describe('paths with two parameters', () => {
  const form = {label: {title: 'Label', input: 'text'}, address: {title: 'Address', input: 'text'}} as const;

  test('are where the list is, and the row', () => {
    const good: Nodes['actions']['delete'] = {title: 'Delete', params: row => ({nodeId: row.id})};
    // @ts-expect-error the node has to be named
    const nameless: Nodes['actions']['delete'] = {title: 'Delete'};
    // @ts-expect-error nodes are called nodeId
    const misnamed: Nodes['actions']['delete'] = {title: 'Delete', params: row => ({id: row.id})};
    const create: Nodes['actions']['create'] = {
      title: 'New node…',
      // @ts-expect-error where the list is says it all
      params: () => ({configId: 1}),
      form,
    };
    return [good, nameless, misnamed, create];
  });

  test('of a list below a list need both', () => {
    const good: Configs['detail'][number] = {
      title: 'Nodes',
      list: 'nodebalancers.configs.nodes',
      params: (row, at) => ({...at, configId: row.id}),
    };
    // @ts-expect-error the NodeBalancer is missing
    const bad: Configs['detail'][number] = {
      title: 'Nodes',
      list: 'nodebalancers.configs.nodes',
      params: row => ({configId: row.id}),
    };
    return [good, bad];
  });

  test('may both be of the row', () => {
    const good: Buckets['actions']['delete'] = {
      title: 'Delete',
      params: row => ({clusterId: row.cluster, bucket: row.label}),
    };
    // @ts-expect-error a label alone is no bucket
    const bad: Buckets['actions']['delete'] = {title: 'Delete', params: row => ({bucket: row.label})};
    return [good, bad];
  });
});

describe('groups below a group', () => {
  const one = {elsewhere: 'nowhere'};

  test('have actions too, where they are no lists', () => {
    const good: Mysql['actions'] = {
      ...{create: one, update: one, delete: one, patch: one, suspend: one, resume: one},
      'credentials.reset': one,
    };
    const {'credentials.reset': reset, ...others} = good;
    // @ts-expect-error resetting the credentials is missing
    const bad: Mysql['actions'] = others;
    // @ts-expect-error backups are a list, and so a family of their own
    const worse: Mysql['actions'] = {...good, 'backups.create': one};
    return [reset, bad, worse];
  });

  test('have their own forms and parameters', () => {
    const at = (row: RowOf<'objectStorage.buckets'>) => ({clusterId: row.cluster, bucket: row.label});
    // @ts-expect-error a certificate has to be given
    const bad: Buckets['actions']['ssl.upload'] = {title: 'Upload…', params: at};
    // @ts-expect-error there is nothing to fill in
    const worse: Buckets['actions']['ssl.delete'] = {title: 'Delete', params: at, form: {}};
    return [bad, worse];
  });

  test('are named by what they are', () => {
    const good: Buckets['adopts'] = {'objectStorage.cancel': {title: 'Cancel'}};
    // @ts-expect-error there is no such operation
    const bad: Buckets['adopts'] = {'objectStorage.close': {title: 'Cancel'}};
    // @ts-expect-error what only reads is no action
    const worse: Buckets['adopts'] = {'objectStorage.transfer.get': {title: 'Transfer'}};
    return [good, bad, worse];
  });
});

describe('quick actions', () => {
  type Quick = NonNullable<Domains['quick']>[string];

  test('fill in what the body has', () => {
    const good: Quick = {title: 'Disable', action: 'update', fills: () => ({status: 'disabled'})};
    // @ts-expect-error a Domain is active or disabled
    const bad: Quick = {title: 'Pause', action: 'update', fills: () => ({status: 'paused'})};
    // @ts-expect-error creating needs no row
    const worse: Quick = {title: 'Copy', action: 'create', fills: () => ({})};
    return [good, bad, worse];
  });
});

describe('tabs of one answer', () => {
  const params = (row: {readonly id: number}) => ({instanceId: row.id});

  test('know what is answered', () => {
    const good: Mysql['detail'][number] = {
      title: 'Certificate',
      reads: 'databases.mysql.ssl.get',
      params,
      every: 60,
      shows: {text: answer => answer.ca_certificate},
    };
    const bad: Mysql['detail'][number] = {
      title: 'Certificate',
      reads: 'databases.mysql.ssl.get',
      params,
      every: 60,
      // @ts-expect-error the certificate is called ca_certificate
      shows: {text: answer => answer.certificate},
    };
    return [good, bad];
  });

  test('know their parameters', () => {
    // @ts-expect-error a database is called instanceId there
    const bad: Mysql['detail'][number] = {
      title: 'Certificate',
      reads: 'databases.mysql.ssl.get',
      params: row => ({databaseId: row.id}),
      every: 60,
      shows: {text: () => ''},
    };
    return bad;
  });
});

describe('choices', () => {
  test('of numbers offer numbers that the field takes', () => {
    type Create = Extract<Mysql['actions']['create'], {form: unknown}>['form'];
    const good: Create['cluster_size'] = {title: 'Nodes', input: 'choice', labels: {1: 'one', 3: 'three'}};
    // @ts-expect-error four nodes are refused
    const bad: Create['cluster_size'] = {title: 'Nodes', input: 'choice', labels: {4: 'four'}};
    return [good, bad];
  });

  test('of a field that takes any number say which', () => {
    type Form = Extract<Records['actions']['update'], {form: unknown}>['form'];
    const good: Form['ttl_sec'] = {title: 'TTL', input: 'choice', values: [300, 3600]};
    // @ts-expect-error nothing is offered
    const bad: Form['ttl_sec'] = {title: 'TTL', input: 'choice'};
    // @ts-expect-error seconds are numbers
    const worse: Form['ttl_sec'] = {title: 'TTL', input: 'choice', values: ['300']};
    return [good, bad, worse];
  });

  test('offer no more than the field takes', () => {
    type Form = Extract<Records['actions']['create'], {form: unknown}>['form'];
    // @ts-expect-error there is no such type of record
    const bad: Form['type'] = {title: 'Type', input: 'choice', values: ['A', 'HTTPS']};
    return bad;
  });
});
