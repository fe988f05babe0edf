/** Fills an empty account from a file, through the operations of the API and with their rules. */
import {contract} from '../../../contract/index.ts';
import {checkBody} from '../../../contract/reading/check-body.ts';
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import {dateTime, flag, free, list, model, object, required, text} from '../../../contract/schema/field.ts';
import {isRecord} from '../../../contract/schema/json.ts';
import type {Engine} from '../../engine/engine.ts';
import type {JsonObject} from '../../engine/http/json.ts';
import {Refusal} from '../../engine/http/refusal.ts';
import {addPrintedTokens, owner, type PrintedToken} from '../../seed/account/users-seed.ts';
import {type AccountFile, AccountFileError, type FilePath} from './account-file.ts';
import {
  type AccountSection,
  accountSections,
  type FileToken,
  type FileUser,
  grantSections,
  privateAddressOf,
} from './account-sections.ts';

const token = object({
  token: required(text({min: 8, max: 256})),
  scopes: text(),
  label: text({min: 1, max: 100}),
  expiry: dateTime(),
});
/** The owner's tokens, and the users with theirs: the parts that no operation of the API creates in one call. */
export const TokensPart = model('TokensPart', {tokens: list(token)});
export const UserPart = model('UserPart', {
  username: required(text()),
  email: required(text()),
  restricted: flag({default: false}),
  grants: free(),
  tokens: list(token),
});

/** @throws AccountFileError with the places of all mistakes */
export function loadAccount(engine: Engine, file: AccountFile): void {
  const loader = new AccountLoader(engine, file);
  loader.load();
  loader.throwIfAny();
  // The resources of the file are ready at once.
  engine.jobs.settle();
}

/** Tokens of the owner in a file; the first one has full access. Undefined if the file has none. */
export function ownerTokensOf({value}: AccountFile): readonly PrintedToken[] | undefined {
  const tokens = value.tokens as readonly FileToken[] | undefined;
  return tokens?.map(entry => printed(owner, entry));
}

const printed = (username: string, {scopes = '*', ...entry}: FileToken): PrintedToken => ({username, scopes, ...entry});

class AccountLoader {
  readonly #engine: Engine;
  readonly #file: AccountFile;
  readonly #mistakes: {line: number; column: number; message: string}[] = [];
  /** Responses of the create operations, by section and label; null for a resource with a mistake. */
  readonly #rows = new Map<string, Map<string, JsonObject | null>>();

  constructor(engine: Engine, file: AccountFile) {
    this.#engine = engine;
    this.#file = file;
  }

  load(): void {
    const {account, tokens = []} = this.#file.value;
    if (account !== undefined) this.#perform(contract.account.update, ['account'], {json: account});
    this.#checkTokens(tokens as readonly JsonObject[]);
    for (const section of accountSections)
      for (const [index, item] of this.#itemsOf(section.name).entries())
        this.#create(section, item, [section.name, index]);
    for (const [index, user] of this.#itemsOf('users').entries()) this.#createUser(user, ['users', index]);
  }

  throwIfAny(): void {
    if (this.#mistakes.length > 0) throw new AccountFileError(this.#file.file, this.#mistakes);
  }

  #itemsOf(name: string): readonly JsonObject[] {
    return (this.#file.value[name] ?? []) as readonly JsonObject[];
  }

  #report(path: FilePath, message: string): void {
    this.#mistakes.push({...this.#file.positionOf(path), message: `${path.join('.')} ${message}`});
  }

  #create(section: AccountSection, item: JsonObject, path: FilePath): void {
    const rows = this.#rows.get(section.name) ?? new Map<string, JsonObject | null>();
    this.#rows.set(section.name, rows);
    const label = item[section.label];
    if (typeof label === 'string' && rows.has(label)) {
      this.#report([...path, section.label], `${label} is taken`);
      return;
    }
    const {children} = section;
    const {[children?.name ?? '']: inner = [], ...own} = item;
    const body = this.#resolve(section, own, path);
    const row = body && this.#perform(section.create, path, {json: section.complete?.(body) ?? body});
    if (typeof label === 'string') rows.set(label, row ?? null);
    if (!row || !children) return;
    if (!Array.isArray(inner)) this.#report([...path, children.name], 'must be a list');
    else
      for (const [index, child] of inner.entries())
        this.#perform(children.create, [...path, children.name, index], {
          json: child,
          params: {[children.parent]: row.id},
        });
  }

  /** The body with IDs in place of labels; undefined if it refers to a resource with a mistake. */
  #resolve({name, references = {}}: AccountSection, item: JsonObject, path: FilePath): JsonObject | undefined {
    const body = structuredClone(item);
    let isComplete = true;
    const idOf = (section: string, label: unknown, at: FilePath): unknown => {
      if (typeof label !== 'string') return label;
      const row = this.#rows.get(section)?.get(label);
      if (row === undefined) this.#report(at, `refers to ${label}, which isn’t in ${section}`);
      if (!row) isComplete = false;
      return row?.id;
    };
    for (const [place, section] of Object.entries(references)) {
      const names = place.split('.');
      const last = names.pop() ?? '';
      const holder = names.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), body);
      if (!isRecord(holder) || holder[last] === undefined) continue;
      const at = [...path, ...names, last];
      const value = holder[last];
      holder[last] = Array.isArray(value)
        ? value.map((label, index) => idOf(section, label, [...at, index]))
        : idOf(section, value, at);
    }
    if (name === 'nodebalancers') isComplete = this.#resolveNodes(body, path) && isComplete;
    return isComplete ? body : undefined;
  }

  /** Addresses of nodes name an instance by its label: `web-1:80`. */
  #resolveNodes({configs}: JsonObject, path: FilePath): boolean {
    let isComplete = true;
    for (const [index, config] of (Array.isArray(configs) ? configs : []).entries())
      for (const [place, node] of (isRecord(config) && Array.isArray(config.nodes) ? config.nodes : []).entries()) {
        const [, label = '', port = ''] = /^(.+):(\d+)$/.exec(isRecord(node) ? String(node.address) : '') ?? [];
        const instances = this.#rows.get('instances');
        if (!instances?.has(label)) continue;
        const row = instances.get(label);
        const address = row && privateAddressOf(row);
        const at = [...path, 'configs', index, 'nodes', place, 'address'];
        if (row && !address) this.#report(at, `needs private_ip: true in the instance ${label}`);
        if (address) (node as JsonObject).address = `${address}:${port}`;
        else isComplete = false;
      }
    return isComplete;
  }

  #createUser(item: JsonObject, path: FilePath): void {
    const {fieldErrors} = checkBody(UserPart, item);
    for (const {field, reason} of fieldErrors) this.#report([...path, ...partsOf(field)], reason);
    if (fieldErrors.length > 0) return;
    const {username, email, restricted = false, grants, tokens = []} = item as unknown as FileUser;
    const user = this.#perform(contract.account.users.create, path, {json: {username, email, restricted}});
    if (!user) return;
    if (grants !== undefined && !restricted) this.#report([...path, 'grants'], 'are for restricted users');
    else if (grants !== undefined) {
      const json = this.#grantsOf(grants, [...path, 'grants']);
      this.#perform(contract.account.users.grants.update, [...path, 'grants'], {json, params: {username}});
    }
    addPrintedTokens(
      this.#engine.db,
      this.#engine.clock.now(),
      tokens.map(entry => printed(username, entry)),
    );
  }

  /** Grants name resources by their labels: `compute: {web-1: read_only}`. */
  #grantsOf(grants: Readonly<Record<string, unknown>>, path: FilePath): JsonObject {
    const entries = Object.entries(grants).map(([kind, granted]): [string, unknown] => {
      const section = grantSections[kind];
      if (section === undefined || !isRecord(granted)) return [kind, granted];
      const rows = this.#rows.get(section);
      return [
        kind,
        Object.entries(granted).flatMap(([label, permissions]) => {
          const row = rows?.get(label);
          if (row === undefined) this.#report([...path, kind, label], `isn’t in ${section}`);
          return row ? [{id: row.id, permissions}] : [];
        }),
      ];
    });
    return Object.fromEntries(entries);
  }

  #checkTokens(tokens: readonly JsonObject[]): void {
    for (const {field, reason} of checkBody(TokensPart, {tokens}).fieldErrors) this.#report(partsOf(field), reason);
    if (tokens.length > 0 && ((tokens[0]?.scopes as string | undefined) ?? '*') !== '*')
      this.#report(['tokens', 0, 'scopes'], 'of the first token must be *, or be left out');
  }

  /** Runs an operation and returns its response; undefined after a mistake. */
  #perform(
    endpoint: Endpoint,
    path: FilePath,
    request: {readonly json: unknown; readonly params?: JsonObject},
  ): JsonObject | undefined {
    try {
      return this.#engine.perform(endpoint, owner, request) as JsonObject;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      for (const {field, reason} of error.fieldErrors) this.#report([...path, ...partsOf(field)], reason);
      return undefined;
    }
  }
}

/** A field of a problem as a path: `configs.0.nodes`. */
const partsOf = (field: string | null): FilePath =>
  field === null ? [] : field.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part));
