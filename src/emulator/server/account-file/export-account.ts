/** Writes the current account as an account file, as far as the format allows. A snapshot is complete. */
import {stringify} from 'yaml';
import {contract} from '../../../contract/index.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {Model} from '../../../contract/schema/field.ts';
import {isRecord} from '../../../contract/schema/json.ts';
import type {Engine} from '../../engine/engine.ts';
import type {JsonObject} from '../../engine/http/json.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {owner} from '../../seed/account/users-seed.ts';
import {issuedTokens} from '../../seed/index.ts';
import {type AccountSection, accountSections, grantSections, privateAddressOf} from './account-sections.ts';

const {account, nodebalancers, networking} = contract;

const header = (now: number) => `# An account of the emulator, ${formatTimestamp(now)} UTC.
# Not in this file: disks and configs of instances, nodes of Kubernetes, IP addresses, objects in buckets, certificates,
# events and bills. A snapshot has everything.
`;

/** YAML for `--account`. */
export function exportAccount(engine: Engine): string {
  const writer = new AccountWriter(engine);
  const file = writer.write();
  const notes = writer.omissions.map(text => `# Left out: ${text}.\n`).join('');
  return header(engine.clock.now()) + notes + stringify(file, {lineWidth: 0, aliasDuplicateObjects: false});
}

class AccountWriter {
  readonly #engine: Engine;
  /** Rows by section. */
  readonly #rows = new Map<string, readonly JsonObject[]>();
  /** Parts that this export omits, with the reason. */
  readonly omissions: string[] = [];

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  write(): JsonObject {
    const file: JsonObject = {account: this.#account(), tokens: this.#tokensOf(owner)};
    for (const section of accountSections) {
      const items = this.#items(section);
      if (items.length > 0) file[section.name] = items;
    }
    const users = this.#users();
    if (users.length > 0) file.users = users;
    return file;
  }

  #account(): JsonObject {
    const row = this.#engine.perform(account.get, owner) as JsonObject;
    return pick(row, Object.keys((account.update.spec.body as {fields: object}).fields));
  }

  #items(section: AccountSection): JsonObject[] {
    const rows = this.#list(section.list).filter(row => section.read?.(row) !== undefined || !section.read);
    this.#rows.set(section.name, rows);
    return rows.map(row => {
      const body = {...row, ...section.read?.(row), ...this.#details(section, row)};
      const item = this.#withLabels(section, pick(body, this.#fieldsOf(section)));
      const {children} = section;
      if (!children) return item;
      const inner = this.#list(children.list, {[children.parent]: row.id}).map(child => pick(child, children.fields));
      return inner.length > 0 ? {...item, [children.name]: inner} : item;
    });
  }

  /** Fields of an export that a creation takes in this dialect. */
  #fieldsOf({create, fields}: AccountSection): readonly string[] {
    const shape = (create.spec.body as Model).fields;
    const {unknownFields, additions} = this.#engine.dialect;
    return fields.filter(name => {
      const facts = shape[name]?.facts;
      return !(facts?.undocumented && unknownFields === 'refuse') && !(facts?.today && additions !== 'today');
    });
  }

  /** Parts of a resource that are in the responses of other operations. */
  #details({name}: AccountSection, {id, label}: JsonObject): JsonObject {
    if (name === 'nodebalancers') return {configs: this.#balancerConfigs(id, String(label))};
    if (name !== 'firewalls') return {};
    const devices = this.#list(networking.firewalls.devices.list, {firewallId: id}).flatMap(({entity}) =>
      isRecord(entity) ? [entity] : [],
    );
    const idsOf = (type: string) => devices.filter(entity => entity.type === type).map(entity => entity.id);
    return {
      devices: pick({computes: idsOf('compute'), nodebalancers: idsOf('nodebalancer')}, ['computes', 'nodebalancers']),
    };
  }

  /** Configs with a certificate are omitted, because the API never returns a private key. */
  #balancerConfigs(nodeBalancerId: unknown, balancer: string): JsonObject[] {
    const {configs} = nodebalancers.create.spec.body.fields;
    const fields = Object.keys(configs.item.fields).filter(name => name !== 'nodes' && !name.startsWith('ssl_'));
    const labels = new Map(
      (this.#rows.get('instances') ?? []).flatMap(row => {
        const address = privateAddressOf(row);
        return address === undefined ? [] : [[address, row.label] as const];
      }),
    );
    const omit = (port: unknown, reason: string): [] => {
      this.omissions.push(`the config of port ${port} of ${balancer}, ${reason}`);
      return [];
    };
    return this.#list(nodebalancers.configs.list, {nodeBalancerId}).flatMap(config => {
      if (config.protocol === 'https') return omit(config.port, 'because the API never answers its private key');
      const list = this.#list(nodebalancers.configs.nodes.list, {nodeBalancerId, configId: config.id});
      const nodes = list.flatMap(node => {
        const [host = '', port = ''] = String(node.address).split(':');
        const label = labels.get(host);
        return label === undefined
          ? []
          : [pick({...node, address: `${label}:${port}`}, ['label', 'address', 'weight', 'mode'])];
      });
      if (nodes.length === 0) return omit(config.port, 'because none of its nodes is an instance of this file');
      return [{...pick(config, fields), nodes}];
    });
  }

  /** Replaces IDs by labels; a reference to a resource outside of the file is omitted. */
  #withLabels({references = {}}: AccountSection, item: JsonObject): JsonObject {
    for (const [place, section] of Object.entries(references)) {
      const names = place.split('.');
      const last = names.pop() ?? '';
      const holder = names.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), item);
      if (!isRecord(holder) || holder[last] === undefined) continue;
      const labelOf = (id: unknown) => this.#rows.get(section)?.find(row => row.id === id)?.label;
      const value = holder[last];
      const labels = Array.isArray(value) ? value.map(labelOf).filter(label => label !== undefined) : labelOf(value);
      if (labels === undefined) delete holder[last];
      else holder[last] = labels;
    }
    return item;
  }

  #users(): JsonObject[] {
    return this.#list(account.users.list)
      .filter(({username}) => username !== owner)
      .map(user => {
        const {username, email, restricted} = user;
        const tokens = this.#tokensOf(String(username));
        return {
          username,
          email,
          ...(restricted === true ? {restricted, grants: this.#grantsOf(String(username))} : {}),
          ...(tokens.length > 0 ? {tokens} : {}),
        };
      });
  }

  #grantsOf(username: string): JsonObject {
    const grants = this.#engine.perform(account.users.grants.get, owner, {params: {username}}) as JsonObject;
    const global = Object.entries(isRecord(grants.global) ? grants.global : {}).filter(([, value]) => Boolean(value));
    const kinds = Object.entries(grantSections).flatMap(([kind, section]) => {
      const labelField = accountSections.find(({name}) => name === section)?.label ?? 'label';
      const granted = (Array.isArray(grants[kind]) ? (grants[kind] as JsonObject[]) : []).flatMap(
        ({id, permissions}) => {
          const row = this.#rows.get(section)?.find(candidate => candidate.id === id);
          return row && permissions !== null ? [[String(row[labelField]), permissions] as const] : [];
        },
      );
      return granted.length > 0 ? [[kind, Object.fromEntries(granted)] as const] : [];
    });
    return {global: Object.fromEntries(global), ...Object.fromEntries(kinds)};
  }

  /** Only the tokens that were printed at the start are stored as plain text; the others are stored as digests. */
  #tokensOf(username: string): JsonObject[] {
    return issuedTokens(this.#engine.db.sql)
      .filter(entry => entry.username === username)
      .map(({token, scopes}) => ({token, scopes}));
  }

  /** All pages of a list. */
  #list(endpoint: Endpoint, params: JsonObject = {}): JsonObject[] {
    const rows: JsonObject[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = `page=${page}&page_size=100`;
      const answer = this.#engine.perform(endpoint, owner, {params, query}) as {data: JsonObject[]; pages: number};
      rows.push(...answer.data);
      pages = answer.pages;
    }
    return rows;
  }
}

/** The named fields with a value, in the order of the names. */
const pick = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap(name => (isEmpty(row[name]) ? [] : [[name, row[name]] as const])));

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0);
