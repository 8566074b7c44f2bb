/** The path to which a gateway posts its reports about SMS. */
export const SMS_REPORT_PATH = '/v1/messages/sms-reports'

/** The address to which a gateway posts its reports about one SMS. It names nobody. */
export const smsReportUrl = (publicUrl: string, mark: string, messageId: string): string =>
  `${publicUrl}${SMS_REPORT_PATH}?${new URLSearchParams({ mark, message: messageId })}`
