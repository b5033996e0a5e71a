-- No upload has the id of an earlier one, which a run or a person may still name. breaking: no, PostgreSQL gave no id again before.

-- One row, as in SQLite. Not used here: the sequence of the ids does the same.
create table upload_clock (
  id bigint primary key check (id = 1),
  last_upload bigint not null
);

insert into upload_clock (id, last_upload) values (1, 0);
