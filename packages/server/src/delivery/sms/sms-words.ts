import type { SmsKind } from '../mails/sms-notice.ts'
import type { MailLanguage } from '../mails/words.ts'

/** The texts of SMS in one language. */
export interface SmsWords {
  /** What happened, as a heading without a full stop. */
  readonly kinds: Readonly<Record<SmsKind, string>>
  /** Before the link by which a booking is changed or cancelled. */
  readonly manage: string
}

/**
 * The texts of SMS. Where a language allows it, the words need no character beyond GSM-7: one of them doubles the price
 * of the whole text.
 */
export const SMS_WORDS: Readonly<Record<MailLanguage, SmsWords>> = {
  en: {
    kinds: {
      requested: 'Request received',
      confirmed: 'Booking confirmed',
      rescheduled: 'New time for your booking',
      cancelled: 'Booking cancelled',
      requestExpired: 'Your request expired without an answer',
      reminder: 'Reminder of your booking',
    },
    manage: 'Change or cancel',
  },
  de: {
    kinds: {
      requested: 'Anfrage erhalten',
      confirmed: 'Buchung bestätigt',
      rescheduled: 'Neue Zeit für Ihre Buchung',
      cancelled: 'Buchung abgesagt',
      requestExpired: 'Ihre Anfrage ist ohne Antwort abgelaufen',
      reminder: 'Erinnerung an Ihre Buchung',
    },
    manage: 'Ändern oder absagen',
  },
  fr: {
    kinds: {
      requested: 'Demande envoyée',
      confirmed: 'Réservation confirmée',
      rescheduled: 'Nouvel horaire de votre réservation',
      cancelled: 'Réservation annulée',
      requestExpired: 'Votre demande a expiré sans réponse',
      reminder: 'Rappel de votre réservation',
    },
    manage: 'Modifier ou annuler',
  },
  es: {
    kinds: {
      requested: 'Solicitud recibida',
      confirmed: 'Reserva confirmada',
      rescheduled: 'Nueva hora de su reserva',
      cancelled: 'Reserva cancelada',
      requestExpired: 'Su solicitud ha caducado sin respuesta',
      reminder: 'Recordatorio de su reserva',
    },
    manage: 'Cambiar o cancelar',
  },
  it: {
    kinds: {
      requested: 'Richiesta ricevuta',
      confirmed: 'Prenotazione confermata',
      rescheduled: 'Nuovo orario della prenotazione',
      cancelled: 'Prenotazione annullata',
      requestExpired: 'La Sua richiesta è scaduta senza risposta',
      reminder: 'Promemoria della prenotazione',
    },
    manage: 'Modificare o annullare',
  },
  nl: {
    kinds: {
      requested: 'Aanvraag ontvangen',
      confirmed: 'Boeking bevestigd',
      rescheduled: 'Nieuwe tijd voor uw boeking',
      cancelled: 'Boeking geannuleerd',
      requestExpired: 'Uw aanvraag is zonder antwoord verlopen',
      reminder: 'Herinnering aan uw boeking',
    },
    manage: 'Wijzigen of annuleren',
  },
  pt: {
    kinds: {
      requested: 'Pedido recebido',
      confirmed: 'Reserva confirmada',
      rescheduled: 'Novo horário da sua reserva',
      cancelled: 'Reserva cancelada',
      requestExpired: 'O seu pedido expirou sem resposta',
      reminder: 'Lembrete da sua reserva',
    },
    manage: 'Alterar ou cancelar',
  },
  pl: {
    kinds: {
      requested: 'Prośba przyjęta',
      confirmed: 'Rezerwacja potwierdzona',
      rescheduled: 'Nowy termin rezerwacji',
      cancelled: 'Rezerwacja odwołana',
      requestExpired: 'Prośba wygasła bez odpowiedzi',
      reminder: 'Przypomnienie o rezerwacji',
    },
    manage: 'Zmień lub odwołaj',
  },
  tr: {
    kinds: {
      requested: 'Talebiniz alındı',
      confirmed: 'Rezervasyon onaylandı',
      rescheduled: 'Rezervasyonunuzun yeni saati',
      cancelled: 'Rezervasyon iptal edildi',
      requestExpired: 'Talebiniz yanıtlanmadan sona erdi',
      reminder: 'Rezervasyon hatırlatması',
    },
    manage: 'Değiştir veya iptal et',
  },
  ja: {
    kinds: {
      requested: 'ご予約リクエストを受け付けました',
      confirmed: 'ご予約が確定しました',
      rescheduled: 'ご予約の日時が変更されました',
      cancelled: 'ご予約がキャンセルされました',
      requestExpired: 'リクエストは回答のないまま期限切れになりました',
      reminder: 'ご予約のお知らせ',
    },
    manage: '変更・キャンセル',
  },
  ar: {
    kinds: {
      requested: 'استلمنا طلبك',
      confirmed: 'تم تأكيد الحجز',
      rescheduled: 'موعد جديد لحجزك',
      cancelled: 'أُلغي الحجز',
      requestExpired: 'انتهت صلاحية طلبك دون رد',
      reminder: 'تذكير بحجزك',
    },
    manage: 'تغيير أو إلغاء',
  },
}
