import { RemovalPolicy, type Stack } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, type ISource } from 'aws-cdk-lib/aws-s3-deployment'
import { createLogGroup } from './functions.ts'

/** The bucket of the pages' files, which only the distribution reads. */
export function createFilesBucket(stack: Stack): IBucket {
  const bucket: unknown = new Bucket(stack, 'Files', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  // The library's own types do not agree under `exactOptionalPropertyTypes`.
  return bucket as IBucket
}

/**
 * Copies the pages' files into their bucket. Those of earlier deployments stay: a page that is open
 * asks for the parts that it was built with. Files under `assets` carry a hash of their content in
 * their names, so they are good for ever.
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
    // The stack can then be deleted, and its bucket with it.
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
