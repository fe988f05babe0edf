/**
 * Patterns of the characters in a text, with descriptions for people.
 *
 * A rule of the documents is a `pattern`, which refuses a value; a rule published elsewhere is a `hint`, which warns.
 */
const plainLabel = {
  regex: /^[a-zA-Z0-9](?!.*(?:--|__|\.\.))[a-zA-Z0-9._-]*[a-zA-Z0-9]$/,
  requirement: 'hold letters, digits and single - _ . only, with a letter or digit at both ends',
};

/** Labels of instances and snapshots (D2 §2.1, D3 §2.1). */
export const labelPattern = {pattern: plainLabel.regex, requirement: plainLabel.requirement};
export const labelHint = {hint: plainLabel.regex, requirement: plainLabel.requirement};

export const volumeLabelHint = {
  hint: /^[a-zA-Z]((?!--|__)[a-zA-Z0-9_-])*$/,
  requirement: 'start with a letter and contain only letters, digits and single - _',
};

export const bucketLabelHint = {
  hint: /^[a-z0-9][a-z0-9-]*[a-z0-9]?$/,
  requirement: 'hold lower-case letters, digits and - only, with a letter or digit at the start',
};

/** Labels of NodeBalancers and Longview clients; the documents also bound their length. */
export const shortLabelHint = {
  hint: /^[a-zA-Z0-9_-]{3,32}$/,
  requirement: 'hold letters, digits, - and _ only',
};

export const nodeLabelHint = {
  hint: /^[a-zA-Z0-9_.-]{3,32}$/,
  requirement: 'hold letters, digits, _ . and - only',
};

export const contactNameHint = {
  hint: /^[a-zA-Z0-9_ -]{2,64}$/,
  requirement: 'hold letters, digits, spaces, _ and - only',
};

export const credentialLabelHint = {
  hint: /^[a-zA-Z0-9_ .-]{2,75}$/,
  requirement: 'hold letters, digits, spaces, _ . and - only',
};

export const serviceLabelHint = {
  hint: /^[a-zA-Z0-9_ .-]{3,64}$/,
  requirement: 'hold letters, digits, spaces, _ . and - only',
};

/** Empty, or the name of a VLAN. */
export const vlanLabelHint = {
  hint: /^[a-zA-Z0-9-]*$/,
  requirement: 'hold letters, digits and - only',
};

export const usernameHint = {
  hint: /^[a-zA-Z0-9]((?![_-]{2,})[a-zA-Z0-9_-])+[a-zA-Z0-9]$/,
  requirement: 'hold letters, digits and single - _ only, with a letter or digit at both ends',
};

export const domainHint = {
  hint: /^(\*\.)?([a-zA-Z0-9_-]{1,63}\.)+([a-zA-Z]{2,3}\.)?([a-zA-Z]{2,16}|xn--[a-zA-Z0-9]+)$/,
  requirement: 'be a domain name, like example.org',
};

export const ipv4RangeHint = {
  hint: /^([0-9]{1,3}\.){3}[0-9]{1,3}(\/([0-9]|[1-2][0-9]|3[0-2]))?$/,
  requirement: 'be an IPv4 address or range, like 192.0.2.0/24',
};

export const checkPathHint = {
  hint: /^[a-zA-Z0-9/\-%?&=.]*$/,
  requirement: 'hold letters, digits and / - % ? & = . only',
};

export const devicePathHint = {
  hint: /^[a-zA-Z0-9/_-]+$/,
  requirement: 'be the path of a device, like /dev/sda',
};

/** Engine and version of a new database (D3 §2.1). */
export const enginePattern = {
  pattern: /^[^/]+\/[^/]+$/,
  requirement: 'be an engine and its version, like mysql/8.0.26',
};

/** An amount to pay (D3 §4.6). */
export const amountPattern = {
  pattern: /^\$?\d+\.\d{2}$/,
  requirement: 'be an amount above $0 with two decimals, like 20.00',
};

/** Postal codes (D3 §2.6). */
export const zipPattern = {
  pattern: /^(?:[\x20-]*[A-Za-z0-9]){0,9}[\x20-]*$/,
  requirement: 'hold letters, digits, spaces and - only, at most 9 of them letters or digits',
};
