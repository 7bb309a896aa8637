export const toldNotificationsSql = `
-- What the user was told by a notification of the desktop, so that nothing is told twice (ADR 36).
create table told_notification (
  kind text not null,
  -- The name of a domain or server, or the ID of an API key, order or account.
  subject text not null,
  -- Tells apart two reasons to tell of the same subject, for example two expiry dates of a domain.
  occurrence text not null,
  -- The shortest span in days before the expiry for which the user was told; 0 for reasons without a date.
  days integer not null,
  told_at integer not null,
  primary key (kind, subject, occurrence)
) strict, without rowid;
create index told_notification_at on told_notification (kind, told_at);
`
