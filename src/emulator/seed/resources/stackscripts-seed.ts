/** Public StackScripts of other accounts, and the demo account's own StackScripts. */
import type {StackScript} from '../../../contract/resources/stackscripts.ts';
import {days} from '../../engine/time/clock.ts';
import {parseQuestions} from '../../families/stackscripts/script-questions.ts';
import {StackScripts} from '../../families/stackscripts/stackscript-kinds.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

type Sketch = Pick<StackScript, 'label' | 'description' | 'username' | 'script' | 'is_public' | 'mine'> & {
  readonly age: number;
  readonly uses: number;
};

const published: readonly Sketch[] = [
  {
    label: 'One-line web server',
    description: 'Installs nginx and shows a page with the name of the machine.',
    username: 'compute',
    age: 1900,
    uses: 18_233,
    script:
      '#!/bin/sh\n# <UDF name="title" label="Title of the page" default="It works" example="My shop" />\nset -e\napt-get update -q\napt-get install -qy nginx\necho "<h1>$TITLE</h1>" > /var/www/html/index.html\n',
  },
  {
    label: 'Hardened SSH',
    description: 'Keys only, another port, fail2ban.',
    username: 'compute',
    age: 1500,
    uses: 9120,
    script:
      '#!/bin/bash\n# <UDF name="port" label="Port" default="22" example="2222" />\n# <UDF name="user" label="Name of the admin user" example="ops" />\nset -euo pipefail\nadduser --disabled-password --gecos "" "$USER"\nsed -i "s/^#\\?Port .*/Port $PORT/; s/^#\\?PasswordAuthentication .*/PasswordAuthentication no/" /etc/ssh/sshd_config\nsystemctl reload ssh\n',
  },
  {
    label: 'Database server',
    description: 'MySQL or PostgreSQL with a first database.',
    username: 'compute',
    age: 1100,
    uses: 4410,
    script:
      '#!/bin/bash\n# <UDF name="engine" label="Engine" oneOf="mysql,postgresql" default="postgresql" example="mysql" />\n# <UDF name="database" label="Name of the first database" example="shop" />\n# <UDF name="db_password" label="Password of its owner" example="a long one" />\nset -e\necho "installing $ENGINE"\n',
  },
].map(sketch => ({...sketch, is_public: true, mine: false}));

const ownScripts: readonly Sketch[] = [
  {
    label: 'acme base',
    description: 'What every machine of ours begins with: users, time, log shipping.',
    username: 'wsmith',
    age: 600,
    uses: 61,
    is_public: false,
    script:
      '#!/bin/bash\n# <UDF name="role" label="Role" oneOf="web,db,batch,cache" example="web" />\n# <UDF name="features" label="Extras" manyOf="metrics,backup,vpn" default="metrics" example="metrics,vpn" />\nset -euo pipefail\ncurl -fsS https://acme-infra.example/bootstrap.sh | ROLE="$ROLE" FEATURES="$FEATURES" bash\n',
  },
  {
    label: 'batch worker',
    description: 'Joins the batch queue. 夜間バッチ用',
    username: 'acme',
    age: 310,
    uses: 24,
    is_public: false,
    script: '#!/bin/sh\nset -e\napt-get install -qy python3-venv\n/opt/batch/join --queue nightly\n',
  },
].map(sketch => ({...sketch, mine: true}));

function place(context: SeedContext, {age, uses, ...sketch}: Sketch): void {
  context.db.insert(StackScripts, id => ({
    id,
    ...sketch,
    user_gravatar_id: '0'.repeat(32),
    images: ['any/all'],
    deployments_total: uses,
    deployments_active: Math.round(uses / 9),
    created: beforeNow(context, age * days),
    updated: beforeNow(context, (age / 3) * days),
    rev_note: age > 1000 ? 'Works with the current LTS release' : '',
    user_defined_fields: parseQuestions(sketch.script),
    ordinal: 0,
    logo_url: '',
  }));
}

export const stackscriptsSeed: Seeder = {
  always(context) {
    for (const sketch of published) place(context, sketch);
  },
  demo(context) {
    for (const sketch of ownScripts) place(context, sketch);
  },
};
