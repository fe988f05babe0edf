import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {FieldState} from '../form/field-state.ts';
import {withoutTypedSecrets} from './object-draft.ts';
import {hiddenWords} from './object-fields.ts';

/** A secret, which no draft file may contain. */
const canary = 'cAn4ry-9Q';
/** The form declares `answer` as a secret. Fields such as `root_pass` are secrets because of their name. */
const fields = [{name: 'label'}, {name: 'answer', isSecret: true}] as unknown as readonly FieldState[];
const yaml = (text: string): string | undefined => withoutTypedSecrets(text, {notation: 'yaml', fields});
const json = (text: string): string | undefined => withoutTypedSecrets(text, {notation: 'json', fields});

describe('an edited text stored as a draft', () => {
  it('is stored unchanged if it contains no secret', () => {
    const text = `# Volume web\nlabel: web\n# root_pass: ${hiddenWords}\nscript: |\n  # password: none\n  true\n# token: ••••••\n`;
    expect(yaml(text)).toBe(text);
    const broken = `label: web\n# root_pass: ${hiddenWords}\nsize: [3\n`;
    expect(yaml(broken)).toBe(broken);
    const other = `{\n  "label": "web"\n  // "root_pass": ${hiddenWords}\n}\n`;
    expect(json(other)).toBe(other);
  });

  it('has null for each secret, known by the form or by its name, at any depth and in any notation', () => {
    expect(yaml(`label: web\nroot_pass: ${canary}  # new\nanswer: '${canary}'\n`)).toBe(
      'label: web\nroot_pass: null  # new\nanswer: null\n',
    );
    expect(yaml(`private_key: |\n  ${canary}\n  ${canary}\nlabel: web\n`)).toBe('private_key: null\nlabel: web\n');
    expect(yaml(`users:\n  - {name: x, api_key: [${canary}, b]}\nlabel: web\n`)).toBe(
      'users:\n  - {name: x, api_key: null}\nlabel: web\n',
    );
    expect(json(`{\n  // the old one\n  "label": "web",\n  "root_pass": "${canary}"\n}\n`)).toBe(
      '{\n  // the old one\n  "label": "web",\n  "root_pass": null\n}\n',
    );
  });

  it('omits comments that name a secret, except those that Skydeck wrote', () => {
    expect(yaml(`# root_pass: ${canary}\nlabel: web\n`)).toBe('label: web\n');
    expect(yaml(`# root_pass: ${canary}, no longer ${hiddenWords} ${canary}\nlabel: web\n`)).toBe('label: web\n');
  });

  it("is not stored if its secrets can't be located", () => {
    expect(yaml(`label: [half\nroot_pass: ${canary}\n`)).toBeUndefined();
    expect(yaml(`label: [half\nanswer:\n  ${canary}\n`)).toBeUndefined();
    expect(yaml(`root_pass: ${canary}  # ${canary}\n`)).toBeUndefined();
    expect(yaml(`root_pass: ${canary}\nlabel: ${canary}\n`)).toBeUndefined();
    expect(json(`{"root_pass": "${canary}`)).toBeUndefined();
    expect(yaml(`|\nlabel: web\nroot_pass: ${canary}\n`)).toBeUndefined();
    expect(yaml(`- >\n  root_pass: ${canary}\n- label\n`)).toBeUndefined();
  });

  it('never contains the secret, with any syntax error', () => {
    const noise = fc.constantFrom(':', '"', '{', '}', '[', '-', '\n', '\t', ' ', '#', '//', ',', '&a', '*a', '|', '%');
    const lines = ['label: web', `root_pass: ${canary}`, 'tags:', '  - a', 'script: |', '  true', '  false', ''];
    const places = lines.map((_, index) => lines.slice(0, index).join('\n').length + (index > 0 ? 1 : 0));
    const text = lines.join('\n');
    fc.assert(
      fc.property(fc.constantFrom(...places), noise, fc.string({unit: 'binary'}), (at, some, other) => {
        const safe = yaml(`${text.slice(0, at)}${some}${other}\n${text.slice(at)}`);
        expect(safe ?? '').not.toContain(canary);
      }),
    );
  });
});
