import { TABLE } from '@holdfast/server/table'
import { at, list, put, textOf } from './json.ts'
import { only, type Promised, wrong } from './promises.ts'
import { functionsOf, resources, roleOf, statementsOf, type Templates } from './templates.ts'

const fn = (t: Templates, name: string) => functionsOf(t).get(name)
const policy = (t: Templates, name: string) =>
  only(t, 'AWS::IAM::Policy', new RegExp(`^${name}Role`))
const functionsWhere = (
  t: Templates,
  isWrong: (name: string, properties: Record<string, unknown>) => boolean,
) =>
  [...functionsOf(t)]
    .filter(([name, properties]) => isWrong(name, properties))
    .map(([name]) => name)

/** The secrets of connected calendars, which earlier versions created at run time. */
const CONNECTED = 'holdfast/prod/credentials/*'

/** The secrets that each function can read. Other functions can read none. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  contacts: ['ServerKey'],
  deliveries: ['VaultKeys'],
  http: ['Edge', 'ServerKey', 'VaultKeys', 'google', CONNECTED, 'outlook', 'rapid'],
  mails: ['ServerKey', 'smtp'],
  mirrors: ['google', CONNECTED, 'outlook'],
  timer: ['BootstrapApiKey', 'ServerKey', 'google', CONNECTED, 'outlook'],
  due: ['ServerKey', 'VaultKeys', 'google', CONNECTED, 'outlook'],
}

/** The indexes that each function can query. Other functions can query none. */
const INDEXES: Readonly<Record<string, readonly string[]>> = {
  http: TABLE.indexes.map((index) => index.name),
  mirrors: ['GSI1'],
  timer: ['GSI1', 'GSI2', 'GSI3', 'GSI5'],
  due: ['GSI1', 'GSI2', 'GSI4'],
}

/** Who may come in, and what the installation is. */
const ACCESS =
  'APIKEY#*,SESSION#*,PASSKEY#*,PASSKEYCHALLENGE#*,PERSON#*,SIGNINLINK#*,BOOKERTOKEN#*,ACCOUNTSLUG#*,RAPIDAPI#*,SETUP,SERVERKEY,INDEXVERSION,GUESTINDEX'
/** What functions write that do one thing. */
const OF_OTHERS =
  'WEBHOOK#*,MAIL#*,MESSAGE#*,ACCOUNT#*#MESSAGE,OAUTHSTATE#*,ACCOUNT#*#ERASURE,ERASUREDUE,ACCOUNTDELETION,TZRESOLUTION'
const TASKS = 'QUEUE#*,ACCOUNT#*#DEADLETTER,OUTBOX#*'

/** The partitions that each function may write, or else those that it may not. `http` and `timer` may write all. */
const WRITES: Readonly<Record<string, readonly [allowed: string, denied: string]>> = {
  http: ['', ''],
  timer: ['', ''],
  stream: ['', `${ACCESS},${OF_OTHERS},CREDENTIAL#*`],
  schedule: ['', `${ACCESS},${OF_OTHERS},CREDENTIAL#*`],
  due: ['', `${ACCESS},${OF_OTHERS}`],
  mails: [`MAIL#*,MESSAGE#*,ACCOUNT#*#COUNT#*#*,${TASKS}`, ''],
  mirrors: [`BOOKING#*,PROVIDER#*,CONNECTIONDUE#*,CREDENTIAL#*,LEASE#refresh-*,${TASKS}`, ''],
  log: ['ACCOUNT#*,OUTBOX#*,QUEUE#*', ''],
  webhooks: [`WEBHOOK#*,${TASKS}`, ''],
  deliveries: [`ACCOUNT#*,WEBHOOK#*,${TASKS}`, ''],
  contacts: [`ACCOUNT#*#CONTACT*,CONTACT#*,ACCOUNT#*#SEARCH#*,${TASKS}`, ''],
}

/** The leading keys of the statements by which a function writes: of what is allowed alone, and of what is denied. */
function leadingKeysOf(t: Templates, properties: Record<string, unknown>) {
  const own = resources(t, 'AWS::IAM::Policy').filter(({ properties: p }) =>
    list(p, 'Roles').some((one) => at(one, 'Ref') === roleOf(properties)),
  )
  const statements = own
    .flatMap(({ properties: p }) => list(p, 'PolicyDocument.Statement'))
    .filter((one) => list(one, 'Action').includes('dynamodb:PutItem'))
  const ofCondition = (effect: string, condition: string) =>
    statements
      .filter((one) => at(one, 'Effect') === effect)
      .flatMap((one) => list(at(one, 'Condition') ?? {}, condition))
      .flatMap((one) => list(one, 'dynamodb:LeadingKeys'))
      .map(String)
  return [
    ofCondition('Allow', 'ForAllValues:StringLike').join(),
    ofCondition('Deny', 'ForAnyValue:StringLike').join(),
  ]
}

/** The promises of the functions: their runtime and their permissions. */
export const FUNCTIONS_PROMISES: readonly Promised[] = [
  [
    'every function runs Node 24 on ARM',
    (t) =>
      functionsWhere(
        t,
        (_, p) => p.Runtime !== 'nodejs24.x' || at(p, 'Architectures.0') !== 'arm64',
      ),
    (t) => put(fn(t, 'http'), 'Architectures', ['x86_64']),
  ],
  [
    'every function has its own role without managed policies',
    (t) => {
      const roles = [...functionsOf(t).values()].map(roleOf)
      const shared = roles.filter((role, index) => roles.indexOf(role) !== index)
      const own = resources(t, 'AWS::IAM::Role').filter(({ id }) => roles.includes(id))
      return [...shared, ...wrong(own, (p) => p.ManagedPolicyArns === undefined)]
    },
    (t) => put(fn(t, 'stream'), 'Role', fn(t, 'http')?.Role),
  ],
  [
    'no policy allows wildcard actions or all resources',
    (t) =>
      [...functionsOf(t)].flatMap(([name, properties]) =>
        statementsOf(t, properties)
          // This action does not support resources.
          .filter(({ actions }) => actions.join() !== 'dynamodb:ListStreams')
          .filter(
            ({ actions, resources: on }) =>
              actions.some((action) => action.includes('*')) ||
              on.some((one) => one === '"*"' || /:\*"$/.test(one)),
          )
          .map(({ actions }) => `${name}: ${actions.join()}`),
      ),
    (t) => put(policy(t, 'Http'), 'PolicyDocument.Statement.1.Resource', '*'),
  ],
  [
    'every function but http and the timer writes only its own partitions, or at least none of others',
    (t) =>
      functionsWhere(
        t,
        (name, properties) => leadingKeysOf(t, properties).join(' ') !== WRITES[name]?.join(' '),
      ),
    (t) => {
      const text = textOf(list(policy(t, 'Log'), 'PolicyDocument.Statement'))
      put(
        policy(t, 'Log'),
        'PolicyDocument.Statement',
        JSON.parse(text.replaceAll('"ACCOUNT#*"', '"*"')),
      )
    },
  ],
  [
    'every function can query only the indexes that it needs, each by name',
    (t) =>
      functionsWhere(t, (name, properties) => {
        const indexes = statementsOf(t, properties)
          .flatMap(({ resources: on }) => on)
          .flatMap((one) => /\/index\/(\w+|\*)/.exec(one)?.[1] ?? [])
        return indexes.join() !== (INDEXES[name] ?? []).join()
      }),
    (t) => {
      const text = textOf(list(policy(t, 'Http'), 'PolicyDocument.Statement'))
      put(
        policy(t, 'Http'),
        'PolicyDocument.Statement',
        JSON.parse(text.replaceAll('/index/GSI1', '/index/*')),
      )
    },
  ],
  [
    'every function can read only its own secrets',
    (t) =>
      functionsWhere(t, (name, properties) => {
        const secrets = statementsOf(t, properties)
          .filter(({ actions }) => actions.some((action) => action.startsWith('secretsmanager:')))
          .flatMap(({ resources: on }) => on)
          .map(
            (one) =>
              /smtp|rapid|google|outlook|ServerKey|VaultKeys|BootstrapApiKey|Edge|holdfast\/prod\/credentials\/\*/.exec(
                one,
              )?.[0] ?? one,
          )
        return secrets.sort().join() !== (SECRETS[name] ?? []).join()
      }),
    (t) =>
      put(policy(t, 'Contacts'), 'PolicyDocument.Statement.9', {
        Action: 'secretsmanager:GetSecretValue',
        Resource: 'smtp',
      }),
  ],
  [
    'functions that use calendars can read and delete their secrets of earlier versions, and create none',
    (t) =>
      functionsWhere(t, (name, properties) => {
        const kept = statementsOf(t, properties)
          .filter(({ resources: on }) => on.some((one) => one.includes(CONNECTED)))
          .flatMap(({ actions }) => actions.map((action) => action.split(':')[1]))
        const expected = SECRETS[name]?.includes(CONNECTED)
          ? ['GetSecretValue', 'DeleteSecret']
          : []
        return kept.join() !== expected.join()
      }),
    (t) => put(policy(t, 'Mirrors'), 'PolicyDocument.Statement', []),
  ],
  [
    'no environment of a function contains a secret',
    (t) => functionsWhere(t, (_, p) => textOf(p.Environment).includes('{{resolve:')),
    (t) =>
      put(
        fn(t, 'http'),
        'Environment.Variables.HOLDFAST_SERVER_KEY',
        '{{resolve:secretsmanager:holdfast/prod/server-key}}',
      ),
  ],
  [
    'no function can reach private network addresses',
    (t) => functionsWhere(t, (_, p) => textOf(p.Environment).includes('PRIVATE_NETWORK')),
    (t) => put(fn(t, 'webhooks'), 'Environment.Variables.HOLDFAST_ALLOW_PRIVATE_NETWORK', '1'),
  ],
  [
    'every log has a retention of 30 days',
    (t) => wrong(resources(t, 'AWS::Logs::LogGroup'), (p) => p.RetentionInDays === 30),
    (t) => put(only(t, 'AWS::Logs::LogGroup'), 'RetentionInDays'),
  ],
]
