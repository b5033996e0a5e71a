-- No upload has the id of an earlier one, which a run or a person may still name. breaking: no, an older version gives an id again.

-- One row.
create table upload_clock (
  id integer primary key check (id = 1),
  last_upload integer not null
) strict;

insert into upload_clock (id, last_upload)
select 1, max(
  coalesce((select max(id) from uploads), 0),
  coalesce((select max(upload_id) from service_runs), 0)
);
