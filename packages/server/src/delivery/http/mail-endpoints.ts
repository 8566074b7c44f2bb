import type { HttpContext } from '../../kernel/http/context.ts'
import type { AnyEndpoint } from '../../kernel/http/endpoint.ts'
import type { MessageDependencies } from '../messages/messages.ts'
import type { ReportDependencies } from '../ports/message-reports.ts'
import { invitationEndpoint } from './invitation-route.ts'
import { messageEndpoints } from './message-routes.ts'
import { reportEndpoints } from './report-routes.ts'
import { sentMessageEndpoints } from './sent-message-routes.ts'

/** Endpoints for what emails about bookings say and carry, and for what was sent to a person. */
export const mailEndpoints = (
  context: HttpContext<MessageDependencies & ReportDependencies>,
): readonly AnyEndpoint[] => [
  invitationEndpoint(context),
  ...sentMessageEndpoints(context),
  ...reportEndpoints(context),
  ...messageEndpoints(context),
]
