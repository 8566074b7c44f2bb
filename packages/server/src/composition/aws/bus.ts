import { createEventBridgeBus } from '../../adapters/eventbridge/bus.ts'
import { createEventBridgeClient, eventBridgeEndpoint } from '../../adapters/eventbridge/client.ts'
import { ConfigError } from '../config.ts'
import type { AwsBase } from './base.ts'

/** Opens the bus that published events go to. */
export function openBus({ settings, at, logger }: AwsBase) {
  const { eventBusName, endpoints } = settings
  if (eventBusName === undefined) {
    throw new ConfigError('HOLDFAST_EVENT_BUS must be set for a function that publishes events')
  }
  const endpoint = endpoints.EVENTBRIDGE ?? eventBridgeEndpoint(at.region)
  return createEventBridgeBus({
    client: createEventBridgeClient({ ...at, endpoint }),
    eventBusName,
    onFailure: (failure) => logger.error(failure, 'the bus rejected events'),
  })
}
