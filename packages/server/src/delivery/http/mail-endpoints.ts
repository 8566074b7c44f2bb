import type { HttpContext } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import type { MessageDependencies } from '../messages/messages.ts'
import { invitationEndpoint } from './invitation-route.ts'
import { messageEndpoints } from './message-routes.ts'
import { sentMessagesEndpoint } from './sent-message-routes.ts'

/** Endpoints for what emails about bookings say and carry, and for what was sent to a person. */
export const mailEndpoints = (
  context: HttpContext<MessageDependencies>,
): readonly AnyEndpoint[] => [
  invitationEndpoint(context),
  sentMessagesEndpoint(context),
  ...messageEndpoints(context),
]
