import { at, list, put, textOf } from './json.ts'
import { only, type Promised, wrong } from './promises.ts'
import { resources, resourcesOf, type Templates } from './templates.ts'

const GROUP = 'AWS::CodeDeploy::DeploymentGroup'
const VERSION = 'AWS::Lambda::Version'
const INTEGRATION = 'AWS::ApiGatewayV2::Integration'
const PERMISSION = 'AWS::Lambda::Permission'

/** The alias as a whole resource, with its update policy. */
function alias({ app }: Templates) {
  const found = Object.values(resourcesOf(app)).find((one) => one.Type === 'AWS::Lambda::Alias')
  if (found === undefined) throw new Error('the templates have no alias')
  return found
}

const policy = (t: Templates) => only(t, 'AWS::IAM::Policy', /^CanaryRole/)
const unless = (isKept: boolean, name: string): readonly string[] => (isKept ? [] : [name])

/** The promises of deployments in steps. */
export const CANARY_PROMISES: readonly Promised[] = [
  [
    'the API calls the alias of the http function, not its latest code',
    (t) => [
      ...wrong(resources(t, INTEGRATION), (p) =>
        /^\{"Ref":"HttpLive/.test(textOf(p.IntegrationUri)),
      ),
      ...wrong(
        resources(t, PERMISSION).filter(({ properties: p }) =>
          textOf(p.Principal).includes('apigateway'),
        ),
        (p) => /^\{"Ref":"HttpLive/.test(textOf(p.FunctionName)),
      ),
    ],
    (t) => put(only(t, INTEGRATION), 'IntegrationUri', { 'Fn::GetAtt': ['Http', 'Arn'] }),
  ],
  [
    'CodeDeploy moves the alias to a new version',
    (t) => {
      const moved = textOf(at(alias(t), 'UpdatePolicy.CodeDeployLambdaAliasUpdate'))
      const isMoved = /"Ref":"CanaryApplication".*"Ref":"CanaryGroup"/.test(moved)
      return unless(isMoved && at(alias(t), 'Properties.Name') === 'live', 'alias')
    },
    (t) => put(alias(t), 'UpdatePolicy'),
  ],
  [
    'traffic moves to a new version in the configured steps',
    (t) =>
      wrong(
        resources(t, GROUP),
        (p) =>
          p.DeploymentConfigName === 'CodeDeployDefault.LambdaCanary10Percent5Minutes' &&
          at(p, 'DeploymentStyle.DeploymentOption') === 'WITH_TRAFFIC_CONTROL' &&
          at(p, 'DeploymentStyle.DeploymentType') === 'BLUE_GREEN',
      ),
    (t) => put(only(t, GROUP), 'DeploymentConfigName', 'CodeDeployDefault.LambdaAllAtOnce'),
  ],
  [
    'a deployment that raises an alarm is rolled back',
    (t) =>
      wrong(resources(t, GROUP), (p) => {
        const alarms = list(p, 'AlarmConfiguration.Alarms').map(
          (one) => /Canary(?:Server)?Errors/.exec(textOf(at(one, 'Name')))?.[0],
        )
        return (
          at(p, 'AlarmConfiguration.Enabled') === true &&
          alarms.join() === 'CanaryErrors,CanaryServerErrors' &&
          at(p, 'AutoRollbackConfiguration.Enabled') === true &&
          list(p, 'AutoRollbackConfiguration.Events').includes('DEPLOYMENT_STOP_ON_ALARM')
        )
      }),
    (t) => put(only(t, GROUP), 'AlarmConfiguration.Alarms.1'),
  ],
  [
    'earlier versions of the http function are kept to go back to',
    ({ app }) =>
      Object.entries(resourcesOf(app))
        .filter(([, { Type }]) => Type === VERSION)
        .filter(([, one]) => one.DeletionPolicy !== 'Retain')
        .map(([id]) => id),
    ({ app }) => {
      const all = resourcesOf(app)
      const id = Object.keys(all).find((one) => all[one]?.Type === VERSION) ?? ''
      put(all[id], 'DeletionPolicy', 'Delete')
    },
  ],
  [
    'CodeDeploy can move only the alias of the http function',
    (t) => {
      const role = only(t, 'AWS::IAM::Role', /^CanaryRole/)
      const statements = list(policy(t), 'PolicyDocument.Statement')
      const isNarrow = statements.every((one) =>
        list(one, 'Resource').every((on) => /"Http[0-9A-F]{8}"|:alarm:\*/.test(textOf(on))),
      )
      return unless(role.ManagedPolicyArns === undefined && isNarrow, 'CanaryRole')
    },
    (t) => put(policy(t), 'PolicyDocument.Statement.0.Resource', '*'),
  ],
]
