import type { MailLanguage } from './words.ts'

/**
 * The emails to the providers of a class about all of it. `joined`: it was given to the reader; `left`: to somebody else;
 * `changed`: other people of it changed; `emptied`: its last party has left.
 */
export type SessionMessage = 'cancelled' | 'moved' | 'joined' | 'left' | 'changed' | 'emptied'

/** The texts of emails about classes in one language. */
export interface SessionWords {
  /** The label of how many seats are taken, or how many a booking has. */
  readonly seats: string
  /** How many seats of a class are taken. */
  readonly taken: (count: number, capacity: number) => string
  readonly messages: {
    readonly [Name in SessionMessage]: {
      readonly subject: (title: string) => string
      readonly lead: string
    }
  }
}

const ENGLISH: SessionWords = {
  seats: 'Seats',
  taken: (count, capacity) => `${count} of ${capacity} taken`,
  messages: {
    cancelled: {
      subject: (title) => `Class cancelled: ${title}`,
      lead: 'This class was cancelled. Everyone who booked it gets an email.',
    },
    moved: {
      subject: (title) => `Class moved: ${title}`,
      lead: 'This class has a new time. Everyone who booked it gets an email.',
    },
    joined: {
      subject: (title) => `Class assigned: ${title}`,
      lead: 'This class was given to you. Everyone who booked it gets an email.',
    },
    left: {
      subject: (title) => `Class reassigned: ${title}`,
      lead: 'This class was given to someone else. You no longer take part.',
    },
    changed: {
      subject: (title) => `Class updated: ${title}`,
      lead: 'The people or rooms of this class changed. The time stays the same.',
    },
    emptied: {
      subject: (title) => `Class empty: ${title}`,
      lead: 'Nobody is booked for this class any more. Your time is free again.',
    },
  },
}

const GERMAN: SessionWords = {
  seats: 'Plätze',
  taken: (count, capacity) => `${count} von ${capacity} belegt`,
  messages: {
    cancelled: {
      subject: (title) => `Kurs abgesagt: ${title}`,
      lead: 'Dieser Kurs wurde abgesagt. Alle, die gebucht haben, bekommen eine E-Mail.',
    },
    moved: {
      subject: (title) => `Kurs verschoben: ${title}`,
      lead: 'Dieser Kurs wurde verschoben. Alle, die gebucht haben, bekommen eine E-Mail.',
    },
    joined: {
      subject: (title) => `Kurs übernommen: ${title}`,
      lead: 'Sie übernehmen diesen Kurs. Alle, die gebucht haben, bekommen eine E-Mail.',
    },
    left: {
      subject: (title) => `Kurs abgegeben: ${title}`,
      lead: 'Dieser Kurs wurde an jemand anderen vergeben. Sie nehmen nicht mehr teil.',
    },
    changed: {
      subject: (title) => `Kurs geändert: ${title}`,
      lead: 'Personen oder Räume dieses Kurses haben sich geändert. Die Zeit bleibt gleich.',
    },
    emptied: {
      subject: (title) => `Kurs ohne Buchungen: ${title}`,
      lead: 'Für diesen Kurs ist niemand mehr gebucht. Ihre Zeit ist wieder frei.',
    },
  },
}

const FRENCH: SessionWords = {
  seats: 'Places',
  taken: (count, capacity) => `${count} sur ${capacity} réservées`,
  messages: {
    cancelled: {
      subject: (title) => `Cours annulé : ${title}`,
      lead: 'Ce cours a été annulé. Toutes les personnes inscrites reçoivent un e-mail.',
    },
    moved: {
      subject: (title) => `Cours déplacé : ${title}`,
      lead: 'Ce cours a un nouvel horaire. Toutes les personnes inscrites reçoivent un e-mail.',
    },
    joined: {
      subject: (title) => `Cours attribué : ${title}`,
      lead: 'Ce cours vous a été confié. Toutes les personnes inscrites reçoivent un e-mail.',
    },
    left: {
      subject: (title) => `Cours réattribué : ${title}`,
      lead: 'Ce cours a été confié à une autre personne. Vous n’y participez plus.',
    },
    changed: {
      subject: (title) => `Cours modifié : ${title}`,
      lead: 'Les personnes ou les salles de ce cours ont changé. L’horaire reste le même.',
    },
    emptied: {
      subject: (title) => `Cours sans inscription : ${title}`,
      lead: 'Plus personne n’est inscrit à ce cours. Votre créneau est de nouveau libre.',
    },
  },
}

const SPANISH: SessionWords = {
  seats: 'Plazas',
  taken: (count, capacity) => `${count} de ${capacity} ocupadas`,
  messages: {
    cancelled: {
      subject: (title) => `Clase cancelada: ${title}`,
      lead: 'Esta clase se ha cancelado. Todas las personas que reservaron reciben un correo.',
    },
    moved: {
      subject: (title) => `Clase cambiada de hora: ${title}`,
      lead: 'Esta clase tiene un nuevo horario. Todas las personas que reservaron reciben un correo.',
    },
    joined: {
      subject: (title) => `Clase asignada: ${title}`,
      lead: 'Esta clase es ahora suya. Todas las personas que reservaron reciben un correo.',
    },
    left: {
      subject: (title) => `Clase reasignada: ${title}`,
      lead: 'Esta clase se ha asignado a otra persona. Usted ya no participa.',
    },
    changed: {
      subject: (title) => `Clase modificada: ${title}`,
      lead: 'Las personas o las salas de esta clase han cambiado. El horario es el mismo.',
    },
    emptied: {
      subject: (title) => `Clase sin reservas: ${title}`,
      lead: 'Ya no hay nadie inscrito en esta clase. Su tiempo vuelve a estar libre.',
    },
  },
}

const ITALIAN: SessionWords = {
  seats: 'Posti',
  taken: (count, capacity) => `${count} di ${capacity} occupati`,
  messages: {
    cancelled: {
      subject: (title) => `Lezione annullata: ${title}`,
      lead: 'Questa lezione è stata annullata. Chi aveva prenotato riceve un’e-mail.',
    },
    moved: {
      subject: (title) => `Lezione spostata: ${title}`,
      lead: 'Questa lezione ha un nuovo orario. Chi ha prenotato riceve un’e-mail.',
    },
    joined: {
      subject: (title) => `Lezione assegnata: ${title}`,
      lead: 'Questa lezione è stata affidata a lei. Chi ha prenotato riceve un’e-mail.',
    },
    left: {
      subject: (title) => `Lezione riassegnata: ${title}`,
      lead: 'Questa lezione è stata affidata a un’altra persona. Lei non partecipa più.',
    },
    changed: {
      subject: (title) => `Lezione modificata: ${title}`,
      lead: 'Le persone o le sale di questa lezione sono cambiate. L’orario resta lo stesso.',
    },
    emptied: {
      subject: (title) => `Lezione senza prenotazioni: ${title}`,
      lead: 'Nessuno è più prenotato per questa lezione. Il suo tempo è di nuovo libero.',
    },
  },
}

const DUTCH: SessionWords = {
  seats: 'Plaatsen',
  taken: (count, capacity) => `${count} van ${capacity} bezet`,
  messages: {
    cancelled: {
      subject: (title) => `Les geannuleerd: ${title}`,
      lead: 'Deze les is geannuleerd. Iedereen die heeft geboekt, krijgt een e-mail.',
    },
    moved: {
      subject: (title) => `Les verplaatst: ${title}`,
      lead: 'Deze les heeft een nieuwe tijd. Iedereen die heeft geboekt, krijgt een e-mail.',
    },
    joined: {
      subject: (title) => `Les toegewezen: ${title}`,
      lead: 'Deze les is aan u gegeven. Iedereen die heeft geboekt, krijgt een e-mail.',
    },
    left: {
      subject: (title) => `Les overgedragen: ${title}`,
      lead: 'Deze les is aan iemand anders gegeven. U doet niet meer mee.',
    },
    changed: {
      subject: (title) => `Les gewijzigd: ${title}`,
      lead: 'De mensen of ruimtes van deze les zijn gewijzigd. De tijd blijft gelijk.',
    },
    emptied: {
      subject: (title) => `Les zonder boekingen: ${title}`,
      lead: 'Niemand heeft deze les nog geboekt. Uw tijd is weer vrij.',
    },
  },
}

const PORTUGUESE: SessionWords = {
  seats: 'Lugares',
  taken: (count, capacity) => `${count} de ${capacity} ocupados`,
  messages: {
    cancelled: {
      subject: (title) => `Aula cancelada: ${title}`,
      lead: 'Esta aula foi cancelada. Todas as pessoas que reservaram recebem um e-mail.',
    },
    moved: {
      subject: (title) => `Aula remarcada: ${title}`,
      lead: 'Esta aula tem um novo horário. Todas as pessoas que reservaram recebem um e-mail.',
    },
    joined: {
      subject: (title) => `Aula atribuída: ${title}`,
      lead: 'Esta aula agora é sua. Todas as pessoas que reservaram recebem um e-mail.',
    },
    left: {
      subject: (title) => `Aula reatribuída: ${title}`,
      lead: 'Esta aula passou para outra pessoa. Você não participa mais.',
    },
    changed: {
      subject: (title) => `Aula alterada: ${title}`,
      lead: 'As pessoas ou as salas desta aula mudaram. O horário continua o mesmo.',
    },
    emptied: {
      subject: (title) => `Aula sem reservas: ${title}`,
      lead: 'Ninguém mais tem reserva nesta aula. Seu horário está livre novamente.',
    },
  },
}

const POLISH: SessionWords = {
  seats: 'Miejsca',
  taken: (count, capacity) => `zajęte: ${count} z ${capacity}`,
  messages: {
    cancelled: {
      subject: (title) => `Zajęcia odwołane: ${title}`,
      lead: 'Te zajęcia zostały odwołane. Wszystkie zapisane osoby dostaną e-mail.',
    },
    moved: {
      subject: (title) => `Zajęcia przełożone: ${title}`,
      lead: 'Te zajęcia mają nowy termin. Wszystkie zapisane osoby dostaną e-mail.',
    },
    joined: {
      subject: (title) => `Zajęcia przydzielone: ${title}`,
      lead: 'Te zajęcia przypadły Tobie. Wszystkie zapisane osoby dostaną e-mail.',
    },
    left: {
      subject: (title) => `Zajęcia przekazane: ${title}`,
      lead: 'Te zajęcia przejmuje ktoś inny. Nie bierzesz już w nich udziału.',
    },
    changed: {
      subject: (title) => `Zajęcia zmienione: ${title}`,
      lead: 'Zmieniły się osoby lub sale tych zajęć. Termin pozostaje bez zmian.',
    },
    emptied: {
      subject: (title) => `Zajęcia bez rezerwacji: ${title}`,
      lead: 'Nikt nie jest już zapisany na te zajęcia. Twój czas jest znów wolny.',
    },
  },
}

const TURKISH: SessionWords = {
  seats: 'Yerler',
  taken: (count, capacity) => `${capacity} yerden ${count} dolu`,
  messages: {
    cancelled: {
      subject: (title) => `Ders iptal edildi: ${title}`,
      lead: 'Bu ders iptal edildi. Yer ayırtan herkese e-posta gönderilir.',
    },
    moved: {
      subject: (title) => `Yeni ders zamanı: ${title}`,
      lead: 'Bu dersin zamanı değişti. Yer ayırtan herkese e-posta gönderilir.',
    },
    joined: {
      subject: (title) => `Ders size verildi: ${title}`,
      lead: 'Bu ders size verildi. Yer ayırtan herkese e-posta gönderilir.',
    },
    left: {
      subject: (title) => `Ders devredildi: ${title}`,
      lead: 'Bu ders başka birine verildi. Artık katılmıyorsunuz.',
    },
    changed: {
      subject: (title) => `Ders değişti: ${title}`,
      lead: 'Bu dersin kişileri veya odaları değişti. Zamanı aynı kaldı.',
    },
    emptied: {
      subject: (title) => `Derste kimse yok: ${title}`,
      lead: 'Bu derste artık kimsenin yeri yok. Zamanınız yeniden boş.',
    },
  },
}

const JAPANESE: SessionWords = {
  seats: '席数',
  taken: (count, capacity) => `${capacity}席中${count}席予約済み`,
  messages: {
    cancelled: {
      subject: (title) => `クラスの中止：${title}`,
      lead: 'このクラスは中止になりました。予約した全員にメールが届きます。',
    },
    moved: {
      subject: (title) => `クラスの日時変更：${title}`,
      lead: 'このクラスの日時が変わりました。予約した全員にメールが届きます。',
    },
    joined: {
      subject: (title) => `クラスの担当：${title}`,
      lead: 'このクラスの担当になりました。予約した全員にメールが届きます。',
    },
    left: {
      subject: (title) => `クラスの担当変更：${title}`,
      lead: 'このクラスは別の担当者に変わりました。参加の必要はありません。',
    },
    changed: {
      subject: (title) => `クラスの変更：${title}`,
      lead: 'このクラスの担当者または部屋が変わりました。日時は同じです。',
    },
    emptied: {
      subject: (title) => `クラスの予約なし：${title}`,
      lead: 'このクラスの予約はすべてなくなりました。この時間は再び空いています。',
    },
  },
}

const ARABIC: SessionWords = {
  seats: 'المقاعد',
  taken: (count, capacity) => `${count} من ${capacity} محجوزة`,
  messages: {
    cancelled: {
      subject: (title) => `أُلغيت الحصة: ${title}`,
      lead: 'أُلغيت هذه الحصة. يصل بريد إلكتروني إلى كل من حجز.',
    },
    moved: {
      subject: (title) => `نُقلت الحصة: ${title}`,
      lead: 'لهذه الحصة موعد جديد. يصل بريد إلكتروني إلى كل من حجز.',
    },
    joined: {
      subject: (title) => `أُسندت الحصة إليك: ${title}`,
      lead: 'أُسندت هذه الحصة إليك. يصل بريد إلكتروني إلى كل من حجز.',
    },
    left: {
      subject: (title) => `أُسندت الحصة إلى غيرك: ${title}`,
      lead: 'أُسندت هذه الحصة إلى شخص آخر. لم تعد مشاركًا فيها.',
    },
    changed: {
      subject: (title) => `تغيّرت الحصة: ${title}`,
      lead: 'تغيّر الأشخاص أو القاعات في هذه الحصة. يبقى الموعد كما هو.',
    },
    emptied: {
      subject: (title) => `لا حجوزات للحصة: ${title}`,
      lead: 'لم يعد أحد محجوزًا في هذه الحصة. وقتك متاح من جديد.',
    },
  },
}

/** The texts of emails about classes, by language. */
export const SESSION_WORDS: Readonly<Record<MailLanguage, SessionWords>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  nl: DUTCH,
  pt: PORTUGUESE,
  pl: POLISH,
  tr: TURKISH,
  ja: JAPANESE,
  ar: ARABIC,
}
