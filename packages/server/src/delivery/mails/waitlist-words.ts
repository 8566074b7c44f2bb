import type { MailLanguage } from './words/wording.ts'

/** The emails about wait lists. */
export type WaitlistMessage =
  | 'waitlistUnconfirmed'
  | 'waitlistJoined'
  | 'waitlistOffered'
  | 'waitlistLapsed'
  | 'waitlistEnded'

/** The texts of emails about wait lists in one language. */
export interface WaitlistWords {
  readonly links: {
    /** Confirms the address. */
    readonly joinList: string
    readonly viewList: string
  }
  readonly messages: {
    readonly [Name in WaitlistMessage]: {
      readonly subject: (title: string) => string
      readonly lead: string
    }
  }
}

/** The texts of emails about wait lists, by language. */
export const WAITLIST_WORDS: Readonly<Record<MailLanguage, WaitlistWords>> = {
  en: {
    links: { joinList: 'Join the wait list', viewList: 'View or leave the wait list' },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Please confirm: wait list for ${title}`,
        lead: 'Open the link within 24 hours to join the wait list. If you did not ask for it, ignore this email.',
      },
      waitlistJoined: {
        subject: (title) => `On the wait list: ${title}`,
        lead: "You are on the wait list. When a time becomes free and it is your turn, we'll hold it for you and email you.",
      },
      waitlistOffered: {
        subject: (title) => `A time is free: ${title}`,
        lead: 'A time became free, and you are next in line. We hold it for you. Confirm it in time, or it goes to the next person.',
      },
      waitlistLapsed: {
        subject: (title) => `Offer expired: ${title}`,
        lead: 'You did not confirm this time, so it goes to the next person in line. You keep your place on the wait list, up to three offers.',
      },
      waitlistEnded: {
        subject: (title) => `No longer on the wait list: ${title}`,
        lead: 'You are no longer on this wait list: its period is over, three offers expired, the class was cancelled, or the list was closed.',
      },
    },
  },
  de: {
    links: { joinList: 'Auf die Warteliste setzen', viewList: 'Warteliste ansehen oder verlassen' },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Bitte bestätigen: Warteliste für ${title}`,
        lead: 'Öffnen Sie den Link innerhalb von 24 Stunden, um auf die Warteliste zu kommen. Falls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.',
      },
      waitlistJoined: {
        subject: (title) => `Auf der Warteliste: ${title}`,
        lead: 'Sie stehen auf der Warteliste. Sobald ein Termin frei wird und Sie an der Reihe sind, halten wir ihn für Sie frei und schreiben Ihnen.',
      },
      waitlistOffered: {
        subject: (title) => `Ein Termin ist frei: ${title}`,
        lead: 'Ein Termin ist frei geworden, und Sie sind an der Reihe. Wir halten ihn für Sie frei. Bestätigen Sie ihn rechtzeitig, sonst bekommt ihn die nächste Person.',
      },
      waitlistLapsed: {
        subject: (title) => `Angebot abgelaufen: ${title}`,
        lead: 'Sie haben diesen Termin nicht bestätigt. Er geht an die nächste Person auf der Liste. Sie behalten Ihren Platz auf der Warteliste, bis drei Angebote abgelaufen sind.',
      },
      waitlistEnded: {
        subject: (title) => `Nicht mehr auf der Warteliste: ${title}`,
        lead: 'Sie stehen nicht mehr auf dieser Warteliste: Der Zeitraum ist vorbei, drei Angebote sind abgelaufen, der Kurs fällt aus, oder die Liste wurde geschlossen.',
      },
    },
  },
  fr: {
    links: {
      joinList: 'S’inscrire sur la liste d’attente',
      viewList: 'Voir ou quitter la liste d’attente',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `À confirmer\u00a0: liste d’attente, ${title}`,
        lead: 'Ouvrez le lien dans les 24 heures pour vous inscrire sur la liste d’attente. Si vous n’avez rien demandé, ignorez cet e-mail.',
      },
      waitlistJoined: {
        subject: (title) => `Sur la liste d’attente\u00a0: ${title}`,
        lead: 'Vous êtes sur la liste d’attente. Quand un horaire se libère et que c’est votre tour, nous vous le réservons et vous écrivons.',
      },
      waitlistOffered: {
        subject: (title) => `Un horaire est libre\u00a0: ${title}`,
        lead: 'Un horaire s’est libéré et c’est votre tour. Nous vous le gardons. Confirmez-le à temps, sinon il sera proposé à la personne suivante.',
      },
      waitlistLapsed: {
        subject: (title) => `Proposition expirée\u00a0: ${title}`,
        lead: 'Vous n’avez pas confirmé cet horaire. Il est proposé à la personne suivante. Vous gardez votre place sur la liste d’attente, jusqu’à trois propositions.',
      },
      waitlistEnded: {
        subject: (title) => `Fin de la liste d’attente\u00a0: ${title}`,
        lead: 'Vous n’êtes plus sur cette liste d’attente\u00a0: la période est terminée, trois propositions ont expiré, la séance est annulée ou la liste a été fermée.',
      },
    },
  },
  es: {
    links: {
      joinList: 'Entrar en la lista de espera',
      viewList: 'Ver o dejar la lista de espera',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Confirme: lista de espera de ${title}`,
        lead: 'Abra el enlace en un plazo de 24 horas para entrar en la lista de espera. Si usted no la ha pedido, ignore este correo.',
      },
      waitlistJoined: {
        subject: (title) => `En la lista de espera: ${title}`,
        lead: 'Está en la lista de espera. Cuando quede libre una hora y sea su turno, se la guardaremos y le escribiremos.',
      },
      waitlistOffered: {
        subject: (title) => `Hay una hora libre: ${title}`,
        lead: 'Ha quedado libre una hora y es su turno. Se la guardamos. Confírmela a tiempo; si no, pasará a la siguiente persona.',
      },
      waitlistLapsed: {
        subject: (title) => `Oferta caducada: ${title}`,
        lead: 'No ha confirmado esta hora, así que pasa a la siguiente persona. Conserva su lugar en la lista de espera, hasta tres ofertas.',
      },
      waitlistEnded: {
        subject: (title) => `Fuera de la lista de espera: ${title}`,
        lead: 'Ya no está en esta lista de espera: el periodo ha terminado, tres ofertas han caducado, la clase se ha cancelado o la lista se ha cerrado.',
      },
    },
  },
  it: {
    links: {
      joinList: 'Entra nella lista d’attesa',
      viewList: 'Vedi o lascia la lista d’attesa',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Da confermare: lista d’attesa per ${title}`,
        lead: 'Apra il link entro 24 ore per entrare nella lista d’attesa. Se non l’ha richiesto Lei, ignori questa e-mail.',
      },
      waitlistJoined: {
        subject: (title) => `In lista d’attesa: ${title}`,
        lead: 'È nella lista d’attesa. Quando si libera un orario ed è il Suo turno, lo riserviamo per Lei e Le scriviamo.',
      },
      waitlistOffered: {
        subject: (title) => `Un orario è libero: ${title}`,
        lead: 'Si è liberato un orario ed è il Suo turno. Lo riserviamo per Lei. Lo confermi in tempo, altrimenti passa alla persona successiva.',
      },
      waitlistLapsed: {
        subject: (title) => `Proposta scaduta: ${title}`,
        lead: 'Non ha confermato questo orario, che passa alla persona successiva. Mantiene il Suo posto nella lista d’attesa, fino a tre proposte.',
      },
      waitlistEnded: {
        subject: (title) => `Non più in lista d’attesa: ${title}`,
        lead: 'Non è più in questa lista d’attesa: il periodo è finito, tre proposte sono scadute, la lezione è stata annullata oppure la lista è stata chiusa.',
      },
    },
  },
  nl: {
    links: { joinList: 'Op de wachtlijst', viewList: 'Wachtlijst bekijken of verlaten' },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Bevestig: wachtlijst voor ${title}`,
        lead: 'Open de link binnen 24 uur om op de wachtlijst te komen. Hebt u dit niet gevraagd? Negeer dan deze e-mail.',
      },
      waitlistJoined: {
        subject: (title) => `Op de wachtlijst: ${title}`,
        lead: 'U staat op de wachtlijst. Komt er een tijd vrij en bent u aan de beurt, dan houden we die voor u vast en mailen we u.',
      },
      waitlistOffered: {
        subject: (title) => `Er is een tijd vrij: ${title}`,
        lead: 'Er is een tijd vrijgekomen en u bent aan de beurt. We houden die voor u vast. Bevestig op tijd, anders gaat de tijd naar de volgende.',
      },
      waitlistLapsed: {
        subject: (title) => `Aanbod verlopen: ${title}`,
        lead: 'U hebt deze tijd niet bevestigd. De tijd gaat naar de volgende op de lijst. U houdt uw plaats op de wachtlijst, tot drie keer.',
      },
      waitlistEnded: {
        subject: (title) => `Niet meer op de wachtlijst: ${title}`,
        lead: 'U staat niet meer op deze wachtlijst: de periode is voorbij, drie keer is een aanbod verlopen, de les gaat niet door of de lijst is gesloten.',
      },
    },
  },
  pt: {
    links: {
      joinList: 'Entrar na lista de espera',
      viewList: 'Ver ou deixar a lista de espera',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Confirme: lista de espera de ${title}`,
        lead: 'Abra o link em até 24 horas para entrar na lista de espera. Se você não fez este pedido, ignore este e-mail.',
      },
      waitlistJoined: {
        subject: (title) => `Na lista de espera: ${title}`,
        lead: 'Você está na lista de espera. Quando um horário ficar livre e for a sua vez, vamos guardá-lo e enviar um e-mail.',
      },
      waitlistOffered: {
        subject: (title) => `Há um horário livre: ${title}`,
        lead: 'Um horário ficou livre e é a sua vez. Guardamos o horário para você. Confirme a tempo, ou ele passa para a próxima pessoa.',
      },
      waitlistLapsed: {
        subject: (title) => `Oferta expirada: ${title}`,
        lead: 'Você não confirmou este horário, então ele passa para a próxima pessoa. Você mantém seu lugar na lista de espera, até três ofertas.',
      },
      waitlistEnded: {
        subject: (title) => `Fora da lista de espera: ${title}`,
        lead: 'Você não está mais nesta lista de espera: o período acabou, três ofertas expiraram, a aula foi cancelada ou a lista foi fechada.',
      },
    },
  },
  pl: {
    links: {
      joinList: 'Zapisz się na listę oczekujących',
      viewList: 'Zobacz lub opuść listę oczekujących',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Potwierdź: lista oczekujących, ${title}`,
        lead: 'Otwórz link w ciągu 24 godzin, aby zapisać się na listę oczekujących. Jeśli to pomyłka, zignoruj tę wiadomość.',
      },
      waitlistJoined: {
        subject: (title) => `Lista oczekujących: ${title}`,
        lead: 'Zapisano na listę oczekujących. Gdy zwolni się termin i przyjdzie kolej, zatrzymamy go i wyślemy wiadomość.',
      },
      waitlistOffered: {
        subject: (title) => `Wolny termin: ${title}`,
        lead: 'Zwolnił się termin i przyszła kolej na Ciebie. Zatrzymujemy go. Potwierdź go na czas, w przeciwnym razie otrzyma go następna osoba.',
      },
      waitlistLapsed: {
        subject: (title) => `Propozycja wygasła: ${title}`,
        lead: 'Ten termin nie został potwierdzony, więc otrzyma go następna osoba. Miejsce na liście oczekujących zostaje zachowane, do trzech propozycji.',
      },
      waitlistEnded: {
        subject: (title) => `Koniec oczekiwania: ${title}`,
        lead: 'To miejsce na liście oczekujących już nie obowiązuje: minął okres, wygasły trzy propozycje, zajęcia zostały odwołane albo lista została zamknięta.',
      },
    },
  },
  tr: {
    links: {
      joinList: 'Bekleme listesine katıl',
      viewList: 'Bekleme listesini görüntüle ya da listeden ayrıl',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `Lütfen onaylayın: bekleme listesi, ${title}`,
        lead: 'Bekleme listesine katılmak için bağlantıyı 24 saat içinde açın. Bu talep size ait değilse bu e-postayı dikkate almayın.',
      },
      waitlistJoined: {
        subject: (title) => `Bekleme listesindesiniz: ${title}`,
        lead: 'Bekleme listesindesiniz. Bir saat boşalır ve sıra size gelirse saati sizin için ayırır ve size yazarız.',
      },
      waitlistOffered: {
        subject: (title) => `Boş bir saat var: ${title}`,
        lead: 'Bir saat boşaldı ve sıra sizde. Saati sizin için ayırıyoruz. Zamanında onaylayın; yoksa sıradaki kişiye geçer.',
      },
      waitlistLapsed: {
        subject: (title) => `Teklifin süresi doldu: ${title}`,
        lead: 'Bu saati onaylamadınız, bu yüzden sıradaki kişiye geçiyor. Üç teklife kadar bekleme listesindeki yeriniz korunur.',
      },
      waitlistEnded: {
        subject: (title) => `Artık bekleme listesinde değilsiniz: ${title}`,
        lead: 'Artık bu bekleme listesinde değilsiniz: süre bitti, üç teklifin süresi doldu, ders iptal edildi ya da liste kapatıldı.',
      },
    },
  },
  ja: {
    links: {
      joinList: 'キャンセル待ちに登録する',
      viewList: 'キャンセル待ちの確認・取り消し',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `ご確認ください：キャンセル待ち、${title}`,
        lead: '24時間以内にリンクを開いて、キャンセル待ちの登録を完了してください。お心当たりがない場合は、このメールを無視してください。',
      },
      waitlistJoined: {
        subject: (title) => `キャンセル待ち登録：${title}`,
        lead: 'キャンセル待ちに登録しました。空きが出て順番が来ましたら、時間を確保してメールでお知らせします。',
      },
      waitlistOffered: {
        subject: (title) => `空きが出ました：${title}`,
        lead: '空きが出て、順番が来ました。時間を確保しています。期限までに確定してください。確定されない場合は、次の方にご案内します。',
      },
      waitlistLapsed: {
        subject: (title) => `ご案内の期限切れ：${title}`,
        lead: 'この時間は確定されなかったため、次の方にご案内します。キャンセル待ちの順番は、ご案内3回まで保たれます。',
      },
      waitlistEnded: {
        subject: (title) => `キャンセル待ち終了：${title}`,
        lead: 'このキャンセル待ちは終了しました。期間が終わったか、ご案内が3回期限切れになったか、クラスが中止になったか、受付が終了したためです。',
      },
    },
  },
  ar: {
    links: {
      joinList: 'الانضمام إلى قائمة الانتظار',
      viewList: 'عرض قائمة الانتظار أو مغادرتها',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `يُرجى التأكيد: قائمة انتظار ${title}`,
        lead: 'يُرجى فتح الرابط خلال 24 ساعة للانضمام إلى قائمة الانتظار. إن لم تطلبوا ذلك، فتجاهلوا هذه الرسالة.',
      },
      waitlistJoined: {
        subject: (title) => `في قائمة الانتظار: ${title}`,
        lead: 'أنتم في قائمة الانتظار. عندما يتوفر موعد ويحين دوركم، نحفظه لكم ونراسلكم.',
      },
      waitlistOffered: {
        subject: (title) => `يوجد موعد متاح: ${title}`,
        lead: 'توفر موعد وحان دوركم. نحفظه لكم. يُرجى تأكيده في الوقت المحدد، وإلا انتقل إلى الشخص التالي.',
      },
      waitlistLapsed: {
        subject: (title) => `انتهت صلاحية العرض: ${title}`,
        lead: 'لم تؤكدوا هذا الموعد، لذلك ينتقل إلى الشخص التالي. تحتفظون بمكانكم في قائمة الانتظار حتى ثلاثة عروض.',
      },
      waitlistEnded: {
        subject: (title) => `انتهى الانتظار: ${title}`,
        lead: 'لم تعودوا في قائمة الانتظار هذه: انتهت الفترة، أو انتهت صلاحية ثلاثة عروض، أو أُلغيت الحصة، أو أُغلقت القائمة.',
      },
    },
  },
}
