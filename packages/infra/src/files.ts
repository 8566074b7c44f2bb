import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, type ISource } from 'aws-cdk-lib/aws-s3-deployment'
import { createLogGroup } from './functions.ts'

/** Creates the bucket for the files of the pages. Only the distribution can read it. */
export function createFilesBucket(stack: Stack): IBucket {
  const bucket: unknown = new Bucket(stack, 'Files', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  // The types of the CDK conflict with each other under `exactOptionalPropertyTypes`.
  return bucket as IBucket
}

/** Creates the bucket for the access logs of the distribution, which CloudFront writes through an ACL. */
export function createLogBucket(stack: Stack, days: number): IBucket {
  const bucket: unknown = new Bucket(stack, 'AccessLogs', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    lifecycleRules: [{ expiration: Duration.days(days) }],
    removalPolicy: RemovalPolicy.RETAIN,
  })
  // As above.
  return bucket as IBucket
}

/**
 * Copies the files of the pages into their bucket. Files of earlier deployments stay, because open pages
 * still load them. Files in `assets` have a content hash in their names, so they never change.
 */
export function deployFiles(
  stack: Stack,
  files: ISource,
  bucket: IBucket,
): readonly BucketDeployment[] {
  const common = {
    sources: [files],
    destinationBucket: bucket,
    prune: false,
    // Allows the stack and its bucket to be deleted.
    retainOnDelete: false,
    logGroup: createLogGroup(stack, 'DeployLog'),
  }
  return [
    new BucketDeployment(stack, 'DeployFiles', {
      ...common,
      exclude: ['assets/*'],
      cacheControl: [CacheControl.fromString('public, max-age=300')],
    }),
    new BucketDeployment(stack, 'DeployAssets', {
      ...common,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    }),
  ]
}
