/** Descriptions of operations, parameters and fields in the API description, as sentences derived from the facts. */
import {type Access, authOf, type Endpoint, filterable, limitOf} from '../schema/endpoint.ts';
import type {Field} from '../schema/field.ts';
import {rateLimitSizes} from '../schema/limits.ts';
import type {Translator} from '../wire/brand-positions.ts';

type Words = Pick<Translator, 'fieldPath' | 'scopes'>;

const code = (text: string) => `\`${text}\``;
const joined = (texts: readonly string[], word: string) =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;

/** Paragraphs in CommonMark: required permissions, costs and the paging of a list. */
export function descriptionOf(endpoint: Endpoint, words: Words): string {
  const {spec} = endpoint;
  const names = filterable(endpoint).map(name => code(words.fieldPath(name)));
  const {requests, seconds} = rateLimitSizes[limitOf(endpoint)];
  const paragraphs = [
    [accessSentence(endpoint, words), ...(spec.access ? grantSentences(spec.access, words) : [])],
    [
      spec.charges ? 'The call starts or raises charges.' : '',
      spec.isReadOnly ? 'The call changes nothing: its body is a query.' : '',
      spec.deprecated ? 'Deprecated.' : '',
      spec.disabled ? 'The service refuses this operation.' : '',
      spec.host === 'metrics' ? 'Another host serves this operation, with a token for metrics.' : '',
      spec.bodyOptional ? 'The body may be left out.' : '',
      spec.orEmpty ? 'The response may be an empty object.' : '',
      spec.otherStatuses?.includes(204) ? 'Status 204 without a body means that the user has no restrictions.' : '',
    ],
    [
      names.length > 0 ? `\`X-Filter\` takes ${joined(names, 'and')}.` : '',
      spec.unpaged ? 'The list has no pages: the response has all items.' : '',
      spec.pagedBy === 'marker' ? 'The list has no numbered pages: send `next_marker` of a response as `marker`.' : '',
    ],
    [`At most ${requests} calls in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`],
  ];
  return paragraphs
    .map(sentences => sentences.filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n\n');
}

function accessSentence(endpoint: Endpoint, words: Words): string {
  const scopes = (endpoint.spec.scopes ?? []).map(scope => code(words.scopes(scope)));
  const scopeWords = `the ${scopes.length === 1 ? 'scope' : 'scopes'} ${joined(scopes, 'and')}`;
  switch (authOf(endpoint)) {
    case 'none':
      return 'Needs no token.';
    case 'optional':
      return `Without a token it returns less.${scopes.length > 0 ? ` A token needs ${scopeWords}.` : ''}`;
    case 'required':
      return scopes.length > 0 ? `Needs a token with ${scopeWords}.` : 'Needs a token; any scope is enough.';
  }
}

function grantSentences({level, grants = [], entities = {}, anyScope}: Access, words: Words): string[] {
  const permissions = Object.entries(entities).map(([kind, access]) => `${code(access)} for the ${kind}`);
  return [
    grants.length > 0
      ? `A restricted user also needs the grant ${joined(
          grants.map(name => code(words.fieldPath(name))),
          'or',
        )}.`
      : '',
    permissions.length > 0 ? `A restricted user needs ${joined(permissions, 'and')}.` : '',
    level === 'unrestricted' || anyScope ? 'Only unrestricted users may call it.' : '',
    level === 'read_only' || level === 'read_write' ? `A restricted user needs ${code(level)} for the resource.` : '',
  ];
}

/** A sentence about a field: its unit and the condition under which it is required. */
export function fieldDescriptionOf({facts}: Field, words: Words): string | undefined {
  const sentences = [
    facts.unit ? `Unit: ${facts.unit}.` : '',
    facts.requiredWhen ? `Required when ${facts.requiredWhen.replace(/^\w+/, name => words.fieldPath(name))}.` : '',
    facts.writeOnly ? 'Never returned.' : '',
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

const parameterDescriptions: Readonly<Record<string, string>> = {
  address: 'The IP address.',
  bucket: 'The name of the bucket.',
  label: 'The label.',
  month: 'The month, 1 to 12.',
  range: 'The IPv6 range, without its prefix length.',
  serviceType: 'The type of the service.',
  slug: 'The name of the template.',
  tier: 'The tier of the cluster.',
  token: 'The token of the transfer.',
  tokenUuid: 'The UUID of the token.',
  username: 'The user name.',
  version: 'The version.',
  year: 'The year, for example 2026.',
};

/** A sentence about a path parameter: `configId` is the ID of the config. */
export function parameterDescriptionOf(name: string): string {
  const known = parameterDescriptions[name];
  if (known) return known;
  const noun = name
    .replace(/Id$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `The ID of the ${noun === 'compute' ? 'instance' : noun}.`;
}
