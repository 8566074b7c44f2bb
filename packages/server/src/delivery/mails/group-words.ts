import type { MailLanguage, Message } from './words.ts'

/** The emails about several bookings of a group at once. */
export const GROUP_MESSAGES = [
  'requested',
  'approvalNeeded',
  'confirmed',
  'newBooking',
  'invited',
  'cancelled',
] as const satisfies readonly Message[]

/** An email about several bookings of a group at once. */
export type GroupMessage = (typeof GROUP_MESSAGES)[number]

/** The first sentence of an email about several bookings. */
export const GROUP_LEADS: Readonly<Record<MailLanguage, Readonly<Record<GroupMessage, string>>>> = {
  en: {
    requested: "We received your request for these bookings. We'll email you when it is answered.",
    approvalNeeded: 'These booking requests are waiting for your approval.',
    confirmed: 'Your bookings are confirmed.',
    newBooking: 'You have new bookings.',
    invited: 'You are invited to these appointments.',
    cancelled: 'These bookings were cancelled.',
  },
  de: {
    requested:
      'Wir haben Ihre Anfrage für diese Termine erhalten. Sie bekommen eine E-Mail, sobald sie beantwortet ist.',
    approvalNeeded: 'Diese Terminanfragen warten auf Ihre Zusage.',
    confirmed: 'Ihre Termine sind bestätigt.',
    newBooking: 'Sie haben neue Buchungen.',
    invited: 'Sie sind zu diesen Terminen eingeladen.',
    cancelled: 'Diese Termine wurden abgesagt.',
  },
  fr: {
    requested:
      'Nous avons reçu votre demande pour ces rendez-vous. Vous recevrez un e-mail dès qu’elle aura reçu une réponse.',
    approvalNeeded: 'Ces demandes de rendez-vous attendent votre accord.',
    confirmed: 'Vos rendez-vous sont confirmés.',
    newBooking: 'Vous avez de nouvelles réservations.',
    invited: 'Vous êtes invité à ces rendez-vous.',
    cancelled: 'Ces rendez-vous ont été annulés.',
  },
  es: {
    requested:
      'Hemos recibido su solicitud para estas citas. Le enviaremos un correo cuando se responda.',
    approvalNeeded: 'Estas solicitudes de cita esperan su aprobación.',
    confirmed: 'Sus citas están confirmadas.',
    newBooking: 'Tiene nuevas reservas.',
    invited: 'Está invitado a estas citas.',
    cancelled: 'Estas citas se han cancelado.',
  },
  it: {
    requested:
      'Abbiamo ricevuto la Sua richiesta per questi appuntamenti. Le scriveremo quando avrà una risposta.',
    approvalNeeded: 'Queste richieste di appuntamento attendono la Sua approvazione.',
    confirmed: 'I Suoi appuntamenti sono confermati.',
    newBooking: 'Ha nuove prenotazioni.',
    invited: 'È invitato a questi appuntamenti.',
    cancelled: 'Questi appuntamenti sono stati annullati.',
  },
  nl: {
    requested:
      'We hebben uw aanvraag voor deze afspraken ontvangen. U krijgt een e-mail zodra deze is beantwoord.',
    approvalNeeded: 'Deze aanvragen wachten op uw goedkeuring.',
    confirmed: 'Uw afspraken zijn bevestigd.',
    newBooking: 'U hebt nieuwe boekingen.',
    invited: 'U bent uitgenodigd voor deze afspraken.',
    cancelled: 'Deze afspraken zijn geannuleerd.',
  },
  pt: {
    requested:
      'Recebemos o seu pedido para estas marcações. Enviaremos um e-mail quando houver resposta.',
    approvalNeeded: 'Estes pedidos de marcação aguardam a sua aprovação.',
    confirmed: 'As suas marcações estão confirmadas.',
    newBooking: 'Tem novas marcações.',
    invited: 'Foi convidado para estas marcações.',
    cancelled: 'Estas marcações foram canceladas.',
  },
  pl: {
    requested: 'Otrzymaliśmy prośbę o te wizyty. Wyślemy e-mail, gdy otrzyma odpowiedź.',
    approvalNeeded: 'Te prośby o rezerwację czekają na zatwierdzenie.',
    confirmed: 'Rezerwacje są potwierdzone.',
    newBooking: 'Są nowe rezerwacje.',
    invited: 'Zapraszamy na te spotkania.',
    cancelled: 'Te rezerwacje zostały odwołane.',
  },
  tr: {
    requested: 'Bu randevular için talebinizi aldık. Yanıtlandığında size e-posta göndereceğiz.',
    approvalNeeded: 'Bu randevu talepleri onayınızı bekliyor.',
    confirmed: 'Randevularınız onaylandı.',
    newBooking: 'Yeni rezervasyonlarınız var.',
    invited: 'Bu randevulara davetlisiniz.',
    cancelled: 'Bu randevular iptal edildi.',
  },
  ja: {
    requested: '以下の予約のリクエストを受け付けました。回答があり次第、メールでお知らせします。',
    approvalNeeded: '以下の予約リクエストが承認を待っています。',
    confirmed: '以下の予約が確定しました。',
    newBooking: '新しい予約が入りました。',
    invited: '以下の予定に招待されています。',
    cancelled: '以下の予約はキャンセルされました。',
  },
  ar: {
    requested: 'استلمنا طلبك لهذه المواعيد. سنراسلك عند الرد عليه.',
    approvalNeeded: 'طلبات الحجز هذه بانتظار موافقتك.',
    confirmed: 'تم تأكيد حجوزاتك.',
    newBooking: 'لديك حجوزات جديدة.',
    invited: 'أنت مدعو إلى هذه المواعيد.',
    cancelled: 'تم إلغاء هذه الحجوزات.',
  },
}
