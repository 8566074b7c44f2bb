import { type App, type Environment, Tags } from 'aws-cdk-lib'
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment'
import { adviseOn } from './advice.ts'
import { EdgeStack } from './edge-stack.ts'
import type { CodeOf } from './functions.ts'
import { readSettings } from './settings.ts'
import { StatefulStack } from './stateful-stack.ts'
import { StatelessStack } from './stateless-stack.ts'

/** The code and files of the stacks. */
export interface StackContents {
  readonly codeOf: CodeOf
  readonly files?: ISource
  /** The account and region of the deployment. Default: those of the credentials that deploy. */
  readonly env?: Environment
}

/** Creates the stacks of an installation from the context of the app: data, functions, and the firewall. */
export function createStacks(app: App, { codeOf, files, env }: StackContents) {
  const settings = readSettings((name) => app.node.tryGetContext(name))
  const at = { ...(env && { env }) }
  const stateful = new StatefulStack(app, `Holdfast-${settings.stage}-data`, settings, at)
  const stateless = new StatelessStack(app, `Holdfast-${settings.stage}`, {
    ...at,
    settings,
    stateful,
    codeOf,
    ...(files && { files }),
  })
  const { stage, rateLimit } = settings
  const edge =
    rateLimit === undefined
      ? undefined
      : new EdgeStack(app, `Holdfast-${stage}-edge`, settings, rateLimit)
  // For the costs of one installation: activate both as cost allocation tags in the account.
  Tags.of(app).add('application', 'holdfast')
  Tags.of(app).add('stage', stage)
  adviseOn(stateless, settings)
  return { stateful, stateless, edge }
}
